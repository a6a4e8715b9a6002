import {
  builtCompany,
  type CompanyOptions,
  type CreatedCompany,
  refuseTaken,
} from '../access/companies.ts';
import type { ConnectPorts } from '../accounts/connect.ts';
import { accountWrites, builtConnection, reached } from '../accounts/connection-writes.ts';
import { SlipwayError } from '../base/errors.ts';
import { companyDefaultsWrite } from '../launch/accept/defaults.ts';
import type { Feature } from '../operations/feature.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { AdAccount, Credentials } from '../ports/platform-accounts.ts';
import type { Sandbox, SandboxCredentials } from '../ports/sandbox.ts';
import type { Write } from '../ports/store.ts';
import { type Once, unkeyed } from '../records/once.ts';

type OpenPorts = ConnectPorts & { readonly sandbox?: Sandbox };

/**
 * With `sandbox` a company starts with ad accounts on the sandbox: its own, or with `demo` those
 * the sandbox holds from the start. With `first` it is the company the installation began with. All
 * of it is one commit.
 */
export function openCompany(
  ports: OpenPorts,
  features: readonly Feature[],
  request: { readonly name: string; readonly sandbox?: boolean | undefined },
  {
    demo = false,
    once = unkeyed(ports.store),
    ...options
  }: CompanyOptions & { readonly demo?: boolean; readonly once?: Once } = {},
): Promise<CreatedCompany> {
  const { sandbox } = ports;
  if (request.sandbox && sandbox === undefined)
    throw new SlipwayError('unprocessable_entity', 'This service runs without a sandbox.', {
      details: [
        {
          path: 'sandbox',
          code: 'no_sandbox',
          message: 'Leave it out and connect a platform instead.',
        },
      ],
    });
  return once.inOneCommit(
    async (conclude) => {
      const company = await builtCompany(ports, request, options);
      const { companyId } = company.created;
      const connecting: Write[] = [];
      if (request.sandbox && sandbox !== undefined) {
        const credentials = await (demo ? sandbox.demo() : sandbox.seed(companyId));
        const owner = { companyId, keyId: options.by?.keyId ?? 'first start' };
        connecting.push(
          ...(await sandboxWrites(ports, owner, company.defaultWorkspaceId, credentials)),
        );
        for (const { seeded } of features)
          connecting.push(...((await seeded?.(ports, owner, credentials)) ?? []));
      }
      refuseTaken(await conclude([...company.writes, ...connecting], company.created));
      return company.created;
    },
    { secret: true },
  );
}

async function sandboxWrites(
  ports: ConnectPorts,
  owner: { readonly companyId: string; readonly keyId: string },
  workspaceId: string,
  seeded: SandboxCredentials,
): Promise<readonly Write[]> {
  const { companyId } = owner;
  const writes: Write[] = [];
  let identity: readonly Write[] = [];
  for (const [platform, can] of Object.entries(ports.platforms)) {
    const given = seeded[platform];
    if (given === undefined) continue;
    const { accounts, credentials, facts } = await reached(can, companyId, given);
    const connection = await builtConnection(
      ports,
      owner,
      { platform, name: 'Sandbox', credentials, facts },
      accounts.length,
    );
    writes.push(...connection.writes);
    writes.push(
      ...(await accountWrites(
        ports.store,
        companyId,
        { id: connection.id, platform, workspaceId },
        accounts,
      )),
    );
    if (identity.length === 0 && can.definition.launch?.identity === 'page-and-profile')
      identity = await identityWrites(can, companyId, accounts, credentials);
  }
  return [...writes, ...identity];
}

async function identityWrites(
  { accounts: can }: AdPlatform,
  companyId: string,
  accounts: readonly AdAccount[],
  credentials: Credentials,
): Promise<readonly Write[]> {
  const account = accounts.find(({ status }) => status === 'active');
  if (account === undefined) return [];
  const { id: adAccountId, currency, timezone } = account;
  const access = { companyId, adAccountId, currency, timezone, credentials };
  const [identity] = await can.identities(access);
  if (identity === undefined) return [];
  const { value: page, label: primaryName, linked } = identity;
  const names = {
    page,
    primaryName,
    ...(linked && { secondary: linked.value, secondaryName: linked.label }),
  };
  return [companyDefaultsWrite(companyId, { ...names, launchPaused: true })];
}
