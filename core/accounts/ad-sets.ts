import type { AccountKey } from '../base/account-key.ts';
import { PlatformError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { AdSet } from '../ports/platform-accounts.ts';
import type { AccountAccess } from './access.ts';

/** Credentials are opened only where the platform is asked. */
interface AccountToRead {
  readonly companyId: string;
  readonly key: AccountKey;
  open(): Promise<AccountAccess>;
}

/**
 * Reads an account's ad sets for names and capacity: one request per account, kept for a minute.
 */
export interface AdSetReader {
  /**
   * By id. Undefined when the platform cannot be asked. Kept ad sets are read again when a wanted
   * one is missing, since it may be new, and under another `stamp`: the account was changed since.
   */
  read(
    account: AccountToRead,
    wanted?: readonly string[],
    stamp?: number,
  ): Promise<ReadonlyMap<string, AdSet> | undefined>;
  /** Counts ads just launched into these ad sets. */
  fill(companyId: string, account: AccountKey, ads: ReadonlyMap<string, number>): void;
  forget(companyId: string, account: AccountKey): void;
}

const FRESH_MS = 60_000;

type AdSets = Map<string, AdSet>;

export function createAdSetReader(clock: Clock): AdSetReader {
  const cache = new Map<
    string,
    { readonly at: number; readonly stamp: number; readonly adSets: Promise<AdSets> }
  >();
  const keyOf = (companyId: string, account: AccountKey): string => `${companyId} ${account}`;

  const ask = ({ companyId, key, open }: AccountToRead, stamp: number): Promise<AdSets> => {
    const adSets = open()
      .then(({ platform, access }) => platform.accounts.adSets(access))
      .then((list) => new Map(list.map((adSet) => [adSet.id, adSet])));
    cache.set(keyOf(companyId, key), { at: clock.monotonic(), stamp, adSets });
    return adSets;
  };

  return {
    async read(account, wanted = [], stamp = 0) {
      const key = keyOf(account.companyId, account.key);
      const kept = cache.get(key);
      try {
        if (kept === undefined || kept.stamp !== stamp || clock.monotonic() - kept.at >= FRESH_MS)
          return await ask(account, stamp);
        const adSets = await kept.adSets;
        return wanted.every((id) => adSets.has(id)) ? adSets : await ask(account, stamp);
      } catch (error) {
        cache.delete(key);
        if (error instanceof PlatformError) return undefined;
        throw error;
      }
    },
    fill(companyId, account, ads) {
      const fillIn = (adSets: AdSets): void => {
        for (const [id, count] of ads) {
          const adSet = adSets.get(id);
          if (adSet !== undefined) adSets.set(id, { ...adSet, adCount: adSet.adCount + count });
        }
      };
      // Readers get the failure.
      cache.get(keyOf(companyId, account))?.adSets.then(fillIn, () => undefined);
    },
    forget(companyId, account) {
      cache.delete(keyOf(companyId, account));
    },
  };
}
