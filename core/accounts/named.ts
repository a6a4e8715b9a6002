import { platformCalled } from '../base/platforms.ts';

/** An ad account, and the label of its platform where that is known. */
interface NamedAccount {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
}

/**
 * As people call it, with the platform, which tells accounts of one name apart:
 * `Harbour (Platform)`.
 */
export const accountCalled = (
  { name, platform }: NamedAccount,
  labelOf: (platform: string) => string,
): string => `${name} (${platformCalled(labelOf(platform))})`;

const WORD = /[\w-]{1,100}/g;
/** An object whose name follows its id. */
const OBJECT = /\b(campaign|ad set|ad group|ad|pixel|creative) [\w-]{6,80} (?=“)/g;

/** Not a short number, which may be an amount. */
const isId = (word: string): boolean => word.length >= 8 || /[a-z_]/i.test(word);

/**
 * A sentence of the service as people say it: ad accounts by name and platform, and no id of what
 * is named beside it.
 */
export function inNames(
  text: string,
  accounts: readonly NamedAccount[],
  labelOf: (platform: string) => string,
): string {
  const known = new Map(accounts.map((account) => [account.id, accountCalled(account, labelOf)]));
  const named = text
    .replace(OBJECT, '$1 ')
    .replace(WORD, (word) => (isId(word) ? (known.get(word) ?? word) : word));
  // Where the name stood beside the id already, or the account was named before.
  const once = accounts.reduce((said, account) => {
    const called = accountCalled(account, labelOf);
    return said.includes(called) ? said.split(`${called} “${account.name}”`).join(called) : said;
  }, named);
  const end = once.lastIndexOf('; in ');
  return end > 0 && once.slice(0, end).includes(once.slice(end + 2)) ? once.slice(0, end) : once;
}
