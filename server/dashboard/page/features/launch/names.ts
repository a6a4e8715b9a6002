import { useEffect, useMemo, useState } from 'preact/hooks';
import { hasNames, type KnownNames } from '../../../../../core/sheet/named.ts';
import { type AnswerOf, client, useAccounts } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';

interface Lists {
  readonly adSets: AnswerOf<'reports.adSets'>['data'];
  readonly profiles: AnswerOf<'accounts.profiles'>['data'];
}

type Ads = readonly { readonly [field: string]: unknown }[];

const PAGE = 200;
/** Rows of accounts with more ad sets give ids. */
const MOST = 2_000;
const none: Lists = { adSets: [], profiles: [] };

/** Names that rows may use: accounts, and ad sets and pages of the accounts they name. */
export function useNames(ads: Ads): KnownNames & { readonly isRead: boolean } {
  const accounts = useAccounts();
  const platforms = usePlatforms();
  const [lists, setLists] = useState<ReadonlyMap<string, Lists>>(new Map());
  const wanted = useMemo(() => accountsWithNames(ads, accounts.data?.data ?? []), [ads, accounts.data]);
  const missing = wanted.filter((id) => !lists.has(id));
  useEffect(() => {
    const [accountId] = missing;
    if (accountId === undefined) return;
    let over = false;
    // The service says what is wrong with the ids.
    void readLists(accountId)
      .catch(() => none)
      .then((read) => over || setLists((now) => new Map([...now, [accountId, read]])));
    return () => {
      over = true;
    };
  }, [missing.join(' ')]);
  return useMemo(
    () => ({
      accounts: accounts.data?.data ?? [],
      adSets: (id) => lists.get(id)?.adSets,
      profiles: (id) => lists.get(id)?.profiles,
      callsToAction: [...new Set(platforms.flatMap(({ launch }) => launch?.callsToAction ?? []))],
      isRead: missing.length === 0 && (accounts.data !== undefined || accounts.problem !== undefined),
    }),
    [accounts.data, accounts.problem, lists, platforms, missing.length],
  );
}

function accountsWithNames(ads: Ads, accounts: readonly { readonly id: string; readonly name: string }[]): readonly string[] {
  const found = new Set<string>();
  for (const ad of ads) {
    if (!hasNames(ad) || typeof ad.adAccountId !== 'string') continue;
    const written = ad.adAccountId.trim().toLowerCase();
    const account = accounts.find(({ id, name }) => id === ad.adAccountId || name.trim().toLowerCase() === written);
    if (account !== undefined) found.add(account.id);
  }
  return [...found];
}

async function readLists(accountId: string): Promise<Lists> {
  const adSets: Lists['adSets'][number][] = [];
  for (;;) {
    const page = await client.reports.adSets({ accountId, limit: PAGE, offset: adSets.length });
    adSets.push(...page.data);
    if (page.data.length < PAGE || adSets.length >= MOST) break;
  }
  return { adSets, profiles: (await client.accounts.profiles({ accountId })).data };
}
