import { accountCalled, inNames } from '../../../core/accounts/named.ts';
import { platformCalled } from '../../../core/base/platforms.ts';
import type { Client } from '../../client/client.ts';
import { type CommandInput, type Flags, UsageFault } from './command.ts';

export function limitIn(
  given: string | boolean | undefined,
  otherwise: number,
  most = 200,
): number {
  const limit = Number(given ?? otherwise);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new UsageFault(`--limit must be a whole number from 1 to ${most}.`);
  return limit;
}

export const accountFlag: Flags = {
  account: { type: 'string', what: 'Ad account, by id or name; not needed where there is one' },
};

/**
 * The account that a command names by id or by name, as a word or a flag, or the only one there is.
 */
export async function accountFor(
  client: Client,
  flags: CommandInput['flags'],
  word?: string,
): Promise<string> {
  if (word !== undefined && flags.account !== undefined && word !== flags.account)
    throw new UsageFault('The ad account is given twice: as a word and as --account.');
  const { data } = await client.accounts.list({ limit: 200 });
  return accountIn(word ?? flags.account, data);
}

/** Accounts that a command names by id or by name. */
export async function accountsFor(client: Client, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { data } = await client.accounts.list({ limit: 200 });
  return words.map((word) => accountIn(word, data));
}

/** Ad accounts, and what the service says of them, as people call them. */
export async function namesFor(client: Client) {
  const [{ data: accounts }, { data: platforms }] = await Promise.all([
    client.accounts.list({ limit: 200 }),
    client.platforms.list(),
  ]);
  const labelOf = (id: string): string => platforms.find((each) => each.id === id)?.label ?? id;
  return {
    account: (id: string): string => {
      const found = accounts.find((each) => each.id === id);
      return found === undefined ? id : accountCalled(found, labelOf);
    },
    sentence: (text: string): string => inNames(text, accounts, labelOf),
  };
}

/** The currency of an account, for the heads of columns with money and the decimals of amounts. */
export async function currencyOf(client: Client, accountId: string): Promise<string | undefined> {
  const { data } = await client.accounts.list({ limit: 200 });
  return data.find(({ id }) => id === accountId)?.currency;
}

/** Digits after the point that amounts of a currency have. */
export const digitsOf = (currency: string | null | undefined): number =>
  currency == null
    ? 2
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2);

function accountIn(
  given: string | boolean | undefined,
  accounts: readonly { readonly id: string; readonly name: string }[],
): string {
  if (typeof given === 'string') {
    const plain = given.trim().toLowerCase();
    const found = accounts.filter(
      ({ id, name }) => id === given || name.trim().toLowerCase() === plain,
    );
    if (found.length === 1) return found[0]?.id ?? given;
    if (found.length > 1)
      throw new UsageFault(
        `Several ad accounts are called ${given}: give the id. \`slipway accounts\` lists them.`,
      );
    return given;
  }
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only.id;
  throw new UsageFault(
    'Which ad account? Give its id or name, as a word or with --account; `slipway accounts` lists them.',
  );
}

/** Platforms as people call them, and what the service calls them: `Meta` and `primary`. */
export async function platformWords(client: Client) {
  const { data } = await client.platforms.list();
  const plain = (word: string): string => word.trim().toLowerCase();
  return {
    nameOf: (id: string): string =>
      platformCalled(data.find((each) => each.id === id)?.label ?? id),
    /** One word of the command line for it: `meta`. */
    wordOf: (id: string): string => data.find((each) => each.id === id)?.aliases[0] ?? id,
    /** A word that names no platform stays as it is: the service refuses it. */
    idOf: (word: string): string =>
      data.find(({ id, label, aliases }) =>
        [id, platformCalled(label), ...aliases].some((each) => plain(each) === plain(word)),
      )?.id ?? word,
  };
}
