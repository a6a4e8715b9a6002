import { foundAccount } from '../accounts/find-account.ts';
import { adAccountKind } from '../accounts/records.ts';
import { adAccountIdOf } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { defaultLaunchLimits, type LaunchLimits } from '../base/limits.ts';
import { comparePlatforms } from '../base/platforms.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type Conflict, type Store, SYSTEM, type Write } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { randomId } from '../records/random-id.ts';
import { takeName } from '../records/unique-name.ts';
import { auditWrite } from './audit.ts';
import type { Caller, Person, Scope } from './caller.ts';
import { firstCompanyWrite } from './first-company.ts';
import { boundsOf, findKey, mintKey } from './keys.ts';
import { personKind } from './person-records.ts';
import { type CompanyLimits, type CompanyRecord, companyKind, type WorkspaceRecord, workspaceKind } from './records.ts';

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export interface CreatedCompany {
  readonly companyId: string;
  /** Shown here and never again. */
  readonly adminKey: string;
}

export interface CompanyOptions {
  /** Of its first key. Default: admin. */
  readonly scopes?: readonly Scope[];
  /** Who makes it, for the trace. */
  readonly by?: Caller;
  /** Remembered as the company the installation began with; `conflict` when there is one already. */
  readonly first?: boolean;
}

/** A company with its first workspace and an admin key. */
export async function createCompany(
  ports: Ports,
  request: { readonly name: string },
  options: CompanyOptions = {},
): Promise<CreatedCompany> {
  const { created, writes } = await builtCompany(ports, request, options);
  refuseTaken(await ports.store.commit(writes));
  return created;
}

/** All ids of a company are fresh: only that it is the first can be taken. */
export function refuseTaken(conflict: Conflict | undefined): void {
  if (conflict === undefined) return;
  const message = 'Another process made this company at the same moment. Ask again.';
  throw new SlipwayError('conflict', message, { details: [{ path: '', code: 'made_meanwhile', message }] });
}

/** The same, yet to be committed. */
export async function builtCompany(
  ports: Pick<Ports, 'clock' | 'secrets'>,
  request: { readonly name: string },
  options: CompanyOptions,
) {
  const createdAt = ports.clock.now();
  const companyId = randomId(ports.secrets, 'co');
  const defaultWorkspaceId = randomId(ports.secrets, 'ws');
  const company: CompanyRecord = { name: request.name, createdAt, defaultWorkspaceId };
  const workspace: WorkspaceRecord = { name: 'Main', slug: 'main', createdAt };
  const scopes = options.scopes ?? ['admin'];
  const key = await mintKey(ports, companyId, { name: 'First admin key', scopes, ...(options.by && boundsOf(options.by)) });
  const writes: Write[] = [
    { kind: companyKind, companyId: SYSTEM, id: companyId, expect: 'absent', doc: company },
    { kind: workspaceKind, companyId, id: defaultWorkspaceId, expect: 'absent', doc: workspace },
    takeName(companyId, 'workspace-slug', workspace.slug, defaultWorkspaceId),
    key.write,
    auditWrite(ports, { companyId, keyId: options.by?.keyId ?? key.record.keyId }, 'company.create', companyId),
  ];
  if (options.first) writes.push(firstCompanyWrite(companyId));
  const created: CreatedCompany = { companyId, adminKey: key.secret };
  return { created, defaultWorkspaceId, writes };
}

/** What the operator has set for a company. */
export const limitsOf = async (store: Store, companyId: string): Promise<CompanyLimits> =>
  (await store.get(companyKind, SYSTEM, companyId))?.doc.limits ?? {};

/** Who asks, and where: what a client needs to know before its first request. */
export async function describeCaller(
  {
    store,
    launchLimits: { ads, creations } = defaultLaunchLimits,
  }: { readonly store: Store; readonly launchLimits?: LaunchLimits },
  caller: Caller,
) {
  const company = await store.get(companyKind, SYSTEM, caller.companyId);
  const key = caller.person === undefined ? (await findKey(store, caller.companyId, caller.keyId))?.doc : undefined;
  if (company === undefined) throw new SlipwayError('unauthorized', 'This company was removed.');
  // A program that embeds the service asks without a key.
  const name = caller.person === undefined ? (key?.name ?? caller.keyId) : (caller.person.name ?? caller.person.email);
  const workspace = await store.get(workspaceKind, caller.companyId, company.doc.defaultWorkspaceId);
  const account = await firstAccount(store, caller.companyId);
  return {
    success: true as const,
    company: { id: caller.companyId, name: company.doc.name },
    key: { id: caller.keyId, name, prefix: key?.prefix ?? '', scopes: [...(key?.scopes ?? caller.scopes)] },
    person: caller.person === undefined ? null : await describePerson(store, caller.keyId, caller.person),
    defaultWorkspace: workspace === undefined ? null : { id: workspace.id, name: workspace.doc.name, slug: workspace.doc.slug },
    defaultAdAccount:
      account === undefined ? null : { id: adAccountIdOf(account.key), name: account.name, platform: account.platform },
    launchLimits: { ads, creations },
  };
}

async function describePerson(store: Store, id: string, { email, name, role, workspaces }: Person) {
  const same = await allOf(store, personKind, SYSTEM, { where: { email } });
  const companies = await Promise.all(same.map(({ doc }) => store.get(companyKind, SYSTEM, doc.companyId)));
  return {
    ...{ id, email, name: name ?? null, role: role ?? null, workspaces: workspaces.map((each) => ({ ...each })) },
    companies: companies.flatMap((each) => (each === undefined ? [] : [{ id: each.id, name: each.doc.name }])),
  };
}

/** By the order of the platforms, then by id. */
async function firstAccount(store: Store, companyId: string) {
  const accounts = await allOf(store, adAccountKind, companyId);
  return accounts.map(foundAccount).sort((a, b) => comparePlatforms(a.platform, b.platform))[0];
}
