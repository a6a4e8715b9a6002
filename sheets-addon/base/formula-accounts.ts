import type { AccountKey } from '../../core/base/account-key.ts';
import type { Account } from './accounts.ts';
import { accountsNamed, hasFigures, keyOf } from './platforms.ts';

/**
 * The ad accounts that formulas may ask for. Formulas run with the key of the file's owner, so a
 * user with a key allows accounts; the list is a property of the document, which typing does not
 * change.
 */

const PROPERTY = 'formula-accounts';

/** A property takes 9 KB. */
const MOST = 200;

export const formulaAccounts = (): readonly AccountKey[] =>
  JSON.parse(
    PropertiesService.getDocumentProperties().getProperty(PROPERTY) ?? '[]',
  ) as AccountKey[];

export function setFormulaAccounts(keys: readonly AccountKey[]): readonly AccountKey[] {
  const sorted = [...new Set(keys)].sort().slice(0, MOST);
  PropertiesService.getDocumentProperties().setProperty(PROPERTY, JSON.stringify(sorted));
  return sorted;
}

/** Allows accounts besides those that are allowed already, however they are spelt. */
export function allowInFormulas(accounts: readonly Account[], named: readonly string[]): void {
  const before = formulaAccounts();
  const found = named.flatMap((text) => accountsNamed(accounts, text));
  const keys = found.filter(({ platform }) => hasFigures(platform)).map(keyOf);
  if (keys.some((key) => !before.includes(key))) setFormulaAccounts([...before, ...keys]);
}
