import { platformCalled } from '../base/platforms.ts';

/** An ad account, and the label of its platform where that is known. */
export interface NamedAccount {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
}

/** As people call it, with the platform, which tells accounts of one name apart: `Sandbox Company Europe (Meta)`. */
export const accountCalled = ({ name, platform }: NamedAccount, labelOf: (platform: string) => string): string =>
  `${name} (${platformCalled(labelOf(platform))})`;

/** Not a short number, which may be an amount. */
const WORD = /\b(?=\w*[a-z_]|\d{8})[\w-]+/gi;
/** An object whose name follows its id. */
const OBJECT = /\b(campaign|ad set|ad group|ad|pixel|creative) [\w-]{6,} (?=“)/g;

/** A sentence of the service as people say it: ad accounts by name and platform, and no id of what is named beside it. */
export function inNames(text: string, accounts: readonly NamedAccount[], labelOf: (platform: string) => string): string {
  const known = new Map(accounts.map((account) => [account.id, accountCalled(account, labelOf)]));
  const named = text.replace(OBJECT, '$1 ').replace(WORD, (word) => known.get(word) ?? word);
  // Where the name stood beside the id already, or the account was named before.
  const once = accounts.reduce((said, account) => {
    const called = accountCalled(account, labelOf);
    return said.includes(called) ? said.split(`${called} “${account.name}”`).join(called) : said;
  }, named);
  const [, said = once, last = ''] = /^(.*); (in [^;]+)$/.exec(once) ?? [];
  return last !== '' && said.includes(last) ? said : once;
}
