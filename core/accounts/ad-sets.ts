import { PlatformError } from '../errors.ts';
import type { AdSet } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { AccountAccess } from './access.ts';

/** Reads an account's ad sets for names and capacity: one request an account, kept for a minute. */
export interface AdSetReader {
  /** By id. Undefined when the platform cannot be asked: then nothing can be said about any of them. */
  read(account: AccountAccess): Promise<ReadonlyMap<string, AdSet> | undefined>;
  /** What was read is no longer true: ads were added, an ad set was made. */
  forget(companyId: string, adAccountId: string): void;
}

const FRESH_MS = 60_000;

export function createAdSetReader(clock: Clock): AdSetReader {
  const cache = new Map<string, { readonly at: number; readonly adSets: Promise<ReadonlyMap<string, AdSet>> }>();
  const keyOf = (companyId: string, adAccountId: string): string => `${companyId} ${adAccountId}`;

  return {
    async read({ platform, access }) {
      const key = keyOf(access.companyId, access.adAccountId);
      let entry = cache.get(key);
      if (entry === undefined || clock.now() - entry.at >= FRESH_MS) {
        const adSets = platform.accounts.adSets(access).then((list) => new Map(list.map((adSet) => [adSet.id, adSet])));
        entry = { at: clock.now(), adSets };
        cache.set(key, entry);
      }
      try {
        return await entry.adSets;
      } catch (error) {
        cache.delete(key);
        if (error instanceof PlatformError) return undefined;
        throw error;
      }
    },
    forget(companyId, adAccountId) {
      cache.delete(keyOf(companyId, adAccountId));
    },
  };
}
