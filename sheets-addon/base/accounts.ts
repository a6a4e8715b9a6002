import type { AnswerOf } from '../../server/client/types.ts';
import type { App } from './app.ts';
import { allPages } from './pages.ts';
import type { Service } from './service.ts';
import { connectionOf } from './settings.ts';

export type Account = Pick<
  AnswerOf<'accounts.list'>['data'][number],
  'id' | 'name' | 'platform' | 'status' | 'currency' | 'timezone'
>;

/**
 * The company's ad accounts, remembered for the user alone: the file holds only those its sheets
 * are about.
 */

const REMEMBERED_SECONDS = 21_600;

/** The cache takes 100 KB for each of its values. */
const PIECE = 30_000;

const nameOf = (companyId: string, piece: number): string => `accounts|${companyId}|${piece}`;

/** As they were last read; undefined when that is not known, or nobody is connected. */
export function rememberedAccounts(app: Pick<App, 'properties'>): readonly Account[] | undefined {
  const connection = connectionOf(app);
  if (connection === undefined) return undefined;
  try {
    const cache = CacheService.getUserCache();
    const pieces: string[] = [];
    for (let piece = 0; ; piece++) {
      const text = cache.get(nameOf(connection.companyId, piece));
      if (text === null) return undefined;
      pieces.push(text.slice(1));
      // The last piece says so.
      if (text.startsWith('.')) return JSON.parse(pieces.join('')) as Account[];
    }
  } catch {
    // Without what is remembered a check is less sharp, and holds all the same.
    return undefined;
  }
}

/** Reads them anew and remembers them. */
export async function readAccounts(service: Service): Promise<readonly Account[]> {
  const accounts = (await allPages(service, 'accounts.list', {})).map(
    ({ id, name, platform, status, currency, timezone }): Account => ({
      id,
      name,
      platform,
      status,
      currency,
      timezone,
    }),
  );
  const text = JSON.stringify(accounts);
  const count = Math.ceil(text.length / PIECE);
  const pieces = Array.from({ length: count }, (_, i): [string, string] => [
    nameOf(service.companyId, i),
    `${i === count - 1 ? '.' : ','}${text.slice(i * PIECE, (i + 1) * PIECE)}`,
  ]);
  CacheService.getUserCache().putAll(Object.fromEntries(pieces), REMEMBERED_SECONDS);
  return accounts;
}

export const userAccounts = async (app: App, service: Service): Promise<readonly Account[]> =>
  rememberedAccounts(app) ?? (await readAccounts(service));
