import { platformCalled } from '../../../core/base/platforms.ts';
import type { Client } from '../../client/client.ts';
import { type CommandInput, type Flags, UsageFault } from './command.ts';

export function limitIn(given: string | boolean | undefined, otherwise: number, most = 200): number {
  const limit = Number(given ?? otherwise);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new UsageFault(`--limit must be a whole number from 1 to ${most}.`);
  return limit;
}

export const accountFlag: Flags = {
  account: { type: 'string', what: 'Ad account, by id or name; not needed where there is one' },
};

/** The account that a command names by id or by name, or the only one there is. */
export async function accountFor(client: Client, flags: CommandInput['flags']): Promise<string> {
  const { data } = await client.accounts.list({ limit: 200 });
  return accountIn(flags.account, data);
}

/** ` (EUR)`, for the heads of columns with money. */
export async function currencyWord(client: Client, flags: CommandInput['flags']): Promise<string> {
  const { data } = await client.accounts.list({ limit: 200 });
  const account = accountIn(flags.account, data);
  const found = data.find(({ id }) => id === account);
  return found === undefined ? '' : ` (${found.currency})`;
}

function accountIn(
  given: string | boolean | undefined,
  accounts: readonly { readonly id: string; readonly name: string }[],
): string {
  if (typeof given === 'string') {
    const plain = given.trim().toLowerCase();
    const found = accounts.filter(({ id, name }) => id === given || name.trim().toLowerCase() === plain);
    if (found.length === 1) return found[0]?.id ?? given;
    if (found.length > 1)
      throw new UsageFault(`Several ad accounts are called ${given}: give the id. \`slipway accounts\` lists them.`);
    return given;
  }
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only.id;
  throw new UsageFault('Which ad account? Give --account with an id or a name; `slipway accounts` lists them.');
}

/** Platforms as people call them, and what the service calls them: `Meta` and `primary`. */
export async function platformWords(client: Client) {
  const { data } = await client.platforms.list();
  const plain = (word: string): string => word.trim().toLowerCase();
  return {
    nameOf: (id: string): string => platformCalled(data.find((each) => each.id === id)?.label ?? id),
    /** One word of the command line for it: `meta`. */
    wordOf: (id: string): string => data.find((each) => each.id === id)?.aliases[0] ?? id,
    /** A word that names no platform stays as it is: the service refuses it. */
    idOf: (word: string): string =>
      data.find(({ id, label, aliases }) => [id, platformCalled(label), ...aliases].some((each) => plain(each) === plain(word)))
        ?.id ?? word,
  };
}
