import { type AccessPorts, type AccountAccess, accessFound } from '../../accounts/access.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import {
  accountAt,
  type FoundAccount,
  findNamed,
  foundAccount,
} from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { explained, PlatformError, SlipwayError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type {
  ConversionDestination,
  ConversionsCapability,
} from '../../ports/platform-conversions.ts';
import { platformNamed } from '../../ports/platform-definition.ts';
import { allOf } from '../../records/list.ts';
import { destinationKind } from './records.ts';

export interface OpenDestination extends AccountAccess {
  /** As requests name it: `<platform>:<id>`. */
  readonly destination: string;
  readonly id: string;
  readonly can: ConversionsCapability;
}

const destinationName = (platform: string, id: string): string => `${platform}:${id}`;

/** Of one account, or of all. Accounts that cannot be asked are in `failures`. */
export async function listDestinations(
  ports: AccessPorts,
  companyId: string,
  query: { readonly accountId?: string | undefined },
) {
  const { accountId } = query;
  const path = sentName(query, 'accountId');
  const accounts =
    accountId === undefined
      ? await allAccounts(ports, companyId)
      : [await findNamed(ports, companyId, accountId, { path })];
  const data: ReturnType<typeof rowOf>[] = [];
  const failures: { accountId: string; platform: string; code: string; message: string }[] = [];
  for (const account of accounts) {
    const { adAccountId } = accountOfKey(account.key);
    try {
      const found = await destinationsOf(ports, companyId, account, path);
      data.push(...found.map((each) => rowOf(account, adAccountId, each)));
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      // An account asked for by name fails itself.
      if (accountId !== undefined) throw error;
      failures.push({ accountId: adAccountId, platform: account.platform, ...failureTold(error) });
    }
  }
  return { success: true as const, data, failures };
}

export const failureTold = (error: SlipwayError) => ({
  code: error.details[0]?.code ?? error.code,
  message: error instanceof PlatformError ? explained(error.failure) : error.message,
});

const rowOf = (
  { platform, name: accountName }: FoundAccount,
  accountId: string,
  { id, name, kind, accepts, lastEventAt }: ConversionDestination,
) => ({
  destination: destinationName(platform, id),
  id,
  name,
  kind,
  platform,
  accountId,
  accountName,
  accepts,
  lastEventAt: lastEventAt === undefined ? null : new Date(lastEventAt).toISOString(),
});

const allAccounts = async ({ store }: AccessPorts, companyId: string) =>
  (await allOf(store, adAccountKind, companyId)).map(foundAccount);

async function destinationsOf(
  ports: AccessPorts,
  companyId: string,
  account: FoundAccount,
  path: string,
) {
  const { platform, access } = await accessFound(ports, companyId, account);
  return offeredGroup(platform, 'conversions', path).destinations(access);
}

/**
 * Finds the account of a destination once and stores it. Throws `unprocessable_entity` at `path`
 * where the company has no such destination or its platform takes no events.
 */
export async function openDestination(
  ports: AccessPorts,
  companyId: string,
  text: string,
  path: string,
): Promise<OpenDestination> {
  const at = text.indexOf(':');
  const definitions = Object.values(ports.platforms).map(({ definition }) => definition);
  const platform = ports.platforms[platformNamed(definitions, text.slice(0, at))?.id ?? ''];
  if (platform === undefined)
    throw unknown(path, `This service has no platform ${text.slice(0, at)}.`, 'unknown_platform');
  offeredMember(platform, 'conversions', 'send', path);
  const id = text.slice(at + 1);
  const destination = destinationName(platform.definition.id, id);
  const account =
    (await keptAccount(ports, companyId, destination)) ??
    (await searched(ports, companyId, platform.definition.id, id));
  if (account === undefined) throw unknown(path, 'None of your ad accounts has this destination.');
  const opened = await accessFound(ports, companyId, account);
  return { ...opened, destination, id, can: offeredGroup(opened.platform, 'conversions', path) };
}

async function keptAccount({ store }: AccessPorts, companyId: string, destination: string) {
  const kept = await store.get(destinationKind, companyId, destination);
  return kept && accountAt(store, companyId, kept.doc.account);
}

async function searched(ports: AccessPorts, companyId: string, platform: string, id: string) {
  let failure: PlatformError | undefined;
  for (const account of await allAccounts(ports, companyId)) {
    if (account.platform !== platform) continue;
    const found = await destinationsOf(ports, companyId, account, 'destinations').catch(
      (error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
        failure = error;
        return [];
      },
    );
    const match = found.find((each) => each.id === id);
    if (match === undefined) continue;
    const name = destinationName(platform, id);
    const current = await ports.store.get(destinationKind, companyId, name);
    const doc = { account: account.key, name: match.name };
    // On a conflict another request wrote the same.
    await ports.store.commit([
      { kind: destinationKind, companyId, id: name, expect: current?.version ?? 'absent', doc },
    ]);
    return account;
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

const unknown = (path: string, message: string, code = 'unknown_destination'): SlipwayError =>
  breaks(path, code, message);
