import type { Caller, Person } from '../../access/caller.ts';
import { findKey } from '../../access/keys.ts';
import { personKind } from '../../access/person-records.ts';
import { companyKind, workspaceKind } from '../../access/records.ts';
import { foundAccount } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { SlipwayError } from '../../base/errors.ts';
import { defaultLaunchLimits } from '../../base/limits.ts';
import { comparePlatforms } from '../../base/platforms.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Store, SYSTEM } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';

export async function describeCaller(
  {
    store,
    launchLimits: { ads, creations } = defaultLaunchLimits,
  }: Pick<ServicePorts, 'store' | 'launchLimits'>,
  caller: Caller,
) {
  const { companyId, keyId, person } = caller;
  const company = await store.get(companyKind, SYSTEM, companyId);
  const key = person === undefined ? (await findKey(store, companyId, keyId))?.doc : undefined;
  if (company === undefined) throw new SlipwayError('unauthorized', 'This company was removed.');
  // A program that embeds the service asks without a key.
  const name = person === undefined ? (key?.name ?? keyId) : (person.name ?? person.email);
  const workspace = await store.get(workspaceKind, companyId, company.doc.defaultWorkspaceId);
  const account = await firstAccount(store, companyId);
  return {
    success: true as const,
    company: { id: companyId, name: company.doc.name },
    key: {
      id: keyId,
      name,
      prefix: key?.prefix ?? '',
      scopes: [...(key?.scopes ?? caller.scopes)],
    },
    person: person === undefined ? null : await describePerson(store, keyId, person),
    defaultWorkspace:
      workspace === undefined
        ? null
        : { id: workspace.id, name: workspace.doc.name, slug: workspace.doc.slug },
    defaultAdAccount:
      account === undefined
        ? null
        : { id: adAccountIdOf(account.key), name: account.name, platform: account.platform },
    launchLimits: { ads, creations },
  };
}

async function describePerson(store: Store, id: string, { email, name, role, workspaces }: Person) {
  const same = await allOf(store, personKind, SYSTEM, { where: { email } });
  const companies = await Promise.all(
    same.map(({ doc }) => store.get(companyKind, SYSTEM, doc.companyId)),
  );
  return {
    id,
    email,
    name: name ?? null,
    role: role ?? null,
    workspaces: workspaces.map((each) => ({ ...each })),
    companies: companies.flatMap((each) =>
      each === undefined ? [] : [{ id: each.id, name: each.doc.name }],
    ),
  };
}

/** By the order of the platforms, then by id. */
async function firstAccount(store: Store, companyId: string) {
  const accounts = await allOf(store, adAccountKind, companyId);
  return accounts.map(foundAccount).sort((a, b) => comparePlatforms(a.platform, b.platform))[0];
}
