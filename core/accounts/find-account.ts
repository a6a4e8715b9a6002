import { type AccountKey, accountKey } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { isPublicPlatform, type PlatformId } from '../base/platforms.ts';
import { breaks } from '../base/refusal.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import {
  type Definitions,
  type PlatformDefinition,
  platformNamed,
} from '../ports/platform-definition.ts';
import type { Store, Stored } from '../ports/store.ts';
import { onceFor } from '../records/once-for.ts';
import { type AdAccountRecord, adAccountKind } from './records.ts';

/** The platforms of this service, by id. */
export type Platforms = { readonly [id: PlatformId]: AdPlatform };

/**
 * What is known of each platform that is open, by its id.
 *
 * @example
 * import { createSlipway } from 'slipway';
 * import { definitionsOf } from 'slipway/core';
 *
 * const slipway = await createSlipway();
 * console.log(Object.keys(definitionsOf(slipway.ports.platforms)));
 * await slipway.close();
 */
export const definitionsOf: (platforms: Platforms) => Definitions = /* @__PURE__ */ onceFor(
  (platforms) =>
    Object.fromEntries(Object.entries(platforms).map(([id, { definition }]) => [id, definition])),
);

export interface AccountPorts {
  readonly store: Store;
  readonly platforms: Platforms;
}

export interface FoundAccount extends AdAccountRecord {
  readonly key: AccountKey;
}

export const foundAccount = ({ id, doc }: Stored<AdAccountRecord>): FoundAccount => ({
  ...doc,
  // Documents of this kind are written under their keys.
  key: id as AccountKey,
});

/**
 * The keys a text may mean: an id in any spelling of its platform, or a key, whose first part may
 * be any name of the platform.
 */
export function keysFor(
  definitions: readonly PlatformDefinition[],
  text: string,
  platform?: PlatformId,
): readonly AccountKey[] {
  const given = text.trim();
  const at = given.indexOf(':');
  const named = at < 0 ? undefined : platformNamed(definitions, given.slice(0, at));
  const id = named === undefined ? given : given.slice(at + 1);
  if (id === '' || id.length > 300) return [];
  return definitions
    .filter(
      (each) =>
        (named === undefined || named === each) && (platform === undefined || each.id === platform),
    )
    .filter(({ accountId }) => accountId.matches(id))
    .map((each) => accountKey(each.id, each.accountId.canonical(id)));
}

/** More than one where platforms number their accounts alike. */
export async function findAccounts(
  { store, platforms }: AccountPorts,
  companyId: string,
  text: string,
  platform?: PlatformId,
): Promise<readonly FoundAccount[]> {
  const keys = keysFor(Object.values(definitionsOf(platforms)), text, platform);
  const found = await Promise.all(keys.map((key) => store.get(adAccountKind, companyId, key)));
  return found.flatMap((account) => (account === undefined ? [] : [foundAccount(account)]));
}

/**
 * A company's ad account, under any spelling of its id. Throws `unprocessable_entity`
 * (`ambiguous_account`) for an id on several platforms; `path` is where the request names it.
 */
export async function findAccount(
  ports: AccountPorts,
  companyId: string,
  text: string,
  {
    platform,
    path = 'accountId',
  }: { readonly platform?: PlatformId | undefined; readonly path?: string } = {},
): Promise<FoundAccount | undefined> {
  const found = await findAccounts(ports, companyId, text, platform);
  if (found.length > 1) throw ambiguousAccount(text, found, path);
  return found[0];
}

/**
 * The same for a request about this account, on the platform it is for if there is one. Throws
 * `not_found` (`unknown_ad_account`) without one, and `unprocessable_entity`
 * (`account_platform_mismatch`) for one of another platform.
 */
export async function findNamed(
  ports: AccountPorts,
  companyId: string,
  text: string,
  at: { readonly platform?: PlatformId | undefined; readonly path: string },
): Promise<FoundAccount> {
  const found = await findAccount(ports, companyId, text, at);
  if (found !== undefined) return found;
  const [other] = at.platform === undefined ? [] : await findAccounts(ports, companyId, text);
  if (other !== undefined && at.platform !== undefined)
    throw breaks(
      at.path,
      'account_platform_mismatch',
      otherPlatform(text, other.platform, at.platform),
    );
  throw unknownAccounts([text], at.path);
}

export const otherPlatform = (text: string, platform: PlatformId, wanted: PlatformId): string =>
  `${text} is an account of ${platform}, not of ${wanted}.`;

export function unknownAccounts(ids: readonly string[], path: string): SlipwayError {
  const message = (named: string): string => `There is no ad account ${named} here.`;
  const details = ids.map((id) => ({
    path,
    code: 'unknown_ad_account',
    message: message(id.slice(0, 100)),
  }));
  return new SlipwayError('not_found', message(ids.slice(0, 10).join(', ').slice(0, 1_000)), {
    details,
  });
}

function ambiguousAccount(
  text: string,
  accounts: readonly FoundAccount[],
  path: string,
): SlipwayError {
  const named = accounts.map(({ key, name }) => `${key} (${name})`).join(' and ');
  const message = `${text} is the id of ${accounts.length} of your ad accounts: ${named}. Name one of them with its platform, for example ${accounts[0]?.key}.`;
  return breaks(path, 'ambiguous_account', message);
}

export async function accountAt(
  store: Store,
  companyId: string,
  key: AccountKey,
): Promise<FoundAccount | undefined> {
  const account = await store.get(adAccountKind, companyId, key);
  return account && foundAccount(account);
}

/** Under any of its names. Throws `unprocessable_entity` for an unknown one. */
export function namedPlatform(platforms: Platforms, word: string, path = 'platform'): AdPlatform {
  const named = platformNamed(Object.values(definitionsOf(platforms)), word);
  const platform = named && platforms[named.id];
  if (platform !== undefined) return platform;
  if (isPublicPlatform(word)) throw platformNotOpen(platforms, word, path);
  throw breaks(
    path,
    'unknown_platform',
    `This service has no platform ${word.slice(0, 40)}. It has: ${Object.keys(platforms).join(', ')}.`,
  );
}

/**
 * Throws `unprocessable_entity` (`unsupported_on_platform`) when the service was started without
 * it.
 */
export function openPlatform(platforms: Platforms, id: PlatformId, path = ''): AdPlatform {
  const platform = platforms[id];
  if (platform === undefined) throw platformNotOpen(platforms, id, path);
  return platform;
}

export function platformNotOpen(platforms: Platforms, id: PlatformId, path: string): SlipwayError {
  return breaks(path, 'unsupported_on_platform', notOpen(id, Object.keys(platforms)));
}

export const notOpen = (id: PlatformId, offered: readonly PlatformId[]): string =>
  `This service was started without the ${id} platform. It offers: ${offered.join(', ')}.`;
