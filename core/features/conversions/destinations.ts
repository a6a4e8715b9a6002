import { type AccountAccess, accessFound } from '../../accounts/access.ts';
import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { accountAt, type FoundAccount, findAccount, foundAccount, type Platforms } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { explained, PlatformError, SlipwayError } from '../../base/errors.ts';
import type { ConversionDestination, ConversionsCapability } from '../../ports/platform-conversions.ts';
import { platformNamed } from '../../ports/platform-definition.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import { destinationKind } from './records.ts';

export interface DestinationPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

export interface OpenDestination extends AccountAccess {
  /** As requests name it: `<platform>:<id>`. */
  readonly destination: string;
  readonly id: string;
  readonly can: ConversionsCapability;
}

export const destinationName = (platform: string, id: string): string => `${platform}:${id}`;

/** Of one account, or of all. Accounts that cannot be asked are in `failures`. */
export async function listDestinations(ports: DestinationPorts, companyId: string, accountId: string | undefined) {
  const accounts = await accountsOf(ports, companyId, accountId);
  const data: DestinationRow[] = [];
  const failures: { accountId: string; platform: string; code: string; message: string }[] = [];
  for (const account of accounts) {
    const { adAccountId } = accountOfKey(account.key);
    try {
      const found = await destinationsOf(ports, companyId, account);
      data.push(...found.map((each) => rowOf(account.platform, adAccountId, each)));
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      // An account asked for by name fails itself.
      if (accountId !== undefined) throw error;
      const code = error.details[0]?.code ?? error.code;
      const message = error instanceof PlatformError ? explained(error.failure) : error.message;
      failures.push({ accountId: adAccountId, platform: account.platform, code, message });
    }
  }
  return { success: true as const, data, failures };
}

type DestinationRow = ReturnType<typeof rowOf>;

const rowOf = (platform: string, accountId: string, { id, name, kind, accepts, lastEventAt }: ConversionDestination) => ({
  ...{ destination: destinationName(platform, id), id, name, kind, platform, accountId, accepts },
  lastEventAt: lastEventAt === undefined ? null : new Date(lastEventAt).toISOString(),
});

async function accountsOf(ports: DestinationPorts, companyId: string, accountId: string | undefined) {
  if (accountId === undefined) return (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount);
  const found = await findAccount(ports, companyId, accountId);
  if (found !== undefined) return [found];
  const message = 'There is no such ad account here. GET /v1/adaccounts lists yours.';
  throw new SlipwayError('not_found', message, { details: [{ path: 'accountId', code: 'unknown_ad_account', message }] });
}

async function destinationsOf(ports: DestinationPorts, companyId: string, account: FoundAccount) {
  const { platform, access } = await accessFound(ports, companyId, account);
  return offeredGroup(platform, 'conversions', 'accountId').destinations(access);
}

/**
 * Finds the account of a destination once and stores it. Throws `unprocessable_entity` at `path` where the company has no such
 * destination or its platform takes no events.
 */
export async function openDestination(
  ports: DestinationPorts,
  companyId: string,
  text: string,
  path: string,
): Promise<OpenDestination> {
  const at = text.indexOf(':');
  const definitions = Object.values(ports.platforms).map(({ definition }) => definition);
  const platform = ports.platforms[platformNamed(definitions, text.slice(0, at))?.id ?? ''];
  if (platform === undefined) throw unknown(path, `This service has no platform ${text.slice(0, at)}.`, 'unknown_platform');
  offeredMember(platform, 'conversions', 'send', path);
  const id = text.slice(at + 1);
  const destination = destinationName(platform.definition.id, id);
  const account =
    (await keptAccount(ports, companyId, destination)) ?? (await searched(ports, companyId, platform.definition.id, id));
  if (account === undefined)
    throw unknown(path, 'None of your ad accounts has this destination. GET /v1/conversions/destinations lists them.');
  const opened = await accessFound(ports, companyId, account);
  return { ...opened, destination, id, can: offeredGroup(opened.platform, 'conversions', path) };
}

async function keptAccount({ store }: DestinationPorts, companyId: string, destination: string) {
  const kept = await store.get(destinationKind, companyId, destination);
  return kept && accountAt(store, companyId, kept.doc.account);
}

async function searched(ports: DestinationPorts, companyId: string, platform: string, id: string) {
  const accounts = (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount);
  let failure: PlatformError | undefined;
  for (const account of accounts.filter((each) => each.platform === platform)) {
    const found = await destinationsOf(ports, companyId, account).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      failure = error;
      return [];
    });
    const match = found.find((each) => each.id === id);
    if (match === undefined) continue;
    const current = await ports.store.get(destinationKind, companyId, destinationName(platform, id));
    const doc = { account: account.key, name: match.name };
    // On a conflict another request wrote the same.
    await ports.store.commit([
      { kind: destinationKind, companyId, id: destinationName(platform, id), expect: current?.version ?? 'absent', doc },
    ]);
    return account;
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

const unknown = (path: string, message: string, code = 'unknown_destination'): SlipwayError =>
  new SlipwayError('unprocessable_entity', message, { details: [{ path, code, message }] });
