import { keysFor } from '../../core/accounts/find-account.ts';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { platformCalled } from '../../core/base/platforms.ts';
import type { Definitions, PlatformDefinition } from '../../core/ports/platform-definition.ts';
import type { Column } from '../../core/sheet/column.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import type { Account } from './accounts.ts';
import { platforms } from './host.ts';

/** Names, forms of ids, rules and fields of each platform, without its client. */
export const definitions = (): Definitions =>
  Object.fromEntries(platforms().map((each) => [each.id, each]));

let made: readonly Column[] | undefined;

/** Every column a launch sheet can have. */
export function columns(): readonly Column[] {
  made ??= columnsFor(platforms());
  return made;
}

/**
 * Of some accounts those that a text may mean, in any spelling: several where platforms share a
 * number.
 */
export function accountsNamed<A extends { readonly id: string; readonly platform: string }>(
  accounts: readonly A[],
  text: string,
): readonly A[] {
  const keys = keysFor(platforms(), text);
  return accounts.filter((account) => keys.includes(keyOf(account)));
}

export const keyOf = ({
  platform,
  id,
}: {
  readonly platform: string;
  readonly id: string;
}): AccountKey => accountKey(platform, id);

/** The id of an account, with its platform where two of them number accounts alike. */
export const idOf = (
  account: { readonly id: string; readonly platform: string },
  all: readonly { readonly id: string }[],
): string => (all.filter(({ id }) => id === account.id).length > 1 ? keyOf(account) : account.id);

/** Whether a platform tells figures of its ads. */
export const hasFigures = (id: string): boolean =>
  Object.keys(definitions()[id]?.metrics ?? {}).length > 0;

/** `Meta` of `Primary (Meta)`. */
export const platformName = (id: string): string => platformCalled(definitions()[id]?.label ?? id);

/** Tells accounts apart, also where platforms name or number them alike. */
export const accountLabel = ({
  id,
  name,
  platform,
}: Pick<Account, 'id' | 'name' | 'platform'>): string =>
  `${name} (${platformName(platform)}, ${id})`;

/** The buttons ads of a platform may have; those of the first platform where none is known. */
export const buttonsOf = (platform: string | undefined): readonly string[] =>
  ((platform === undefined ? undefined : definitions()[platform]) ?? firstLaunching())?.launch
    ?.callsToAction ?? [];

const firstLaunching = (): PlatformDefinition | undefined =>
  platforms().find(({ launch }) => launch !== undefined);

/** The keys of the accounts that a text may mean, on whatever platform. */
export const keysNamed = (text: string): readonly AccountKey[] =>
  text === '' ? [] : keysFor(platforms(), text);
