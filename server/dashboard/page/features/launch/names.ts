import { useEffect, useMemo, useState } from 'preact/hooks';
import { hasNames, type KnownNames } from '../../../../../core/sheet/named.ts';
import { type AnswerOf, client, useAccounts } from '../../base/api.ts';
import { usePlatforms } from '../../base/platforms.ts';
import type { NamedFile } from '../../rows/kept-rows.ts';

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
  const wanted = useMemo(
    () => accountsWithNames(ads, accounts.data?.data ?? []),
    [ads, accounts.data],
  );
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
      isRead:
        missing.length === 0 && (accounts.data !== undefined || accounts.problem !== undefined),
    }),
    [accounts.data, accounts.problem, lists, platforms, missing.length],
  );
}

function accountsWithNames(
  ads: Ads,
  accounts: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const found = new Set<string>();
  const asked = new Set<string>();
  for (const ad of ads) {
    if (typeof ad.adAccountId !== 'string' || asked.has(ad.adAccountId) || !hasNames(ad)) continue;
    asked.add(ad.adAccountId);
    const written = ad.adAccountId.trim().toLowerCase();
    const account = accounts.find(
      ({ id, name }) => id === ad.adAccountId || name.trim().toLowerCase() === written,
    );
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

const MEDIA_PAGE = 200;

const plainName = (name: string): string => name.split('/').pop()?.toLowerCase() ?? '';

/**
 * Reads the library, newest first, until every wanted name is found. `fresh`: uploads of this page,
 * oldest first.
 */
export function useMediaNames(wanted: readonly string[], fresh: readonly NamedFile[]) {
  const [items, setItems] = useState<readonly NamedFile[]>([]);
  const [isWhole, setWhole] = useState(false);
  const names = useMemo(() => [...new Set(wanted.map(plainName))], [wanted.join('\n')]);
  const files = useMemo(() => byName([...fresh].reverse(), items), [items, fresh]);
  const isOpen = !isWhole && (items.length === 0 || names.some((name) => !files.has(name)));

  useEffect(() => {
    if (!isOpen) return;
    let over = false;
    client.media
      .list({ limit: MEDIA_PAGE, offset: items.length })
      .then(({ data }) => {
        if (over) return;
        setItems([...items, ...data]);
        if (data.length < MEDIA_PAGE) setWhole(true);
      })
      // The check of the rows says what is missing.
      .catch(() => over || setWhole(true));
    return () => {
      over = true;
    };
  }, [isOpen, items]);

  const pictureOf = useMemo(
    () => (name: string) => smallPicture(files.get(plainName(name))?.[0]),
    [files],
  );
  return {
    isRead: !isOpen,
    pictureOf,
    addressOf: (name: string) => files.get(plainName(name))?.[0]?.url,
    /** Whether the name stands for different contents. */
    hasSeveral: (name: string) =>
      new Set((files.get(plainName(name)) ?? []).map(({ sha256, url }) => sha256 ?? url)).size > 1,
  };
}

function smallPicture(file: NamedFile | undefined): string | undefined {
  const [small] = file?.thumbnails ?? [];
  const url = small?.url ?? (file?.type === 'image' ? file.url : undefined);
  return url === undefined ? undefined : new URL(url, location.href).pathname;
}

function byName(
  ...lists: readonly (readonly NamedFile[])[]
): ReadonlyMap<string, readonly NamedFile[]> {
  const found = new Map<string, NamedFile[]>();
  for (const file of lists.flat())
    for (const name of new Set([file.originalName, file.filename].map(plainName))) {
      const same = found.get(name) ?? [];
      if (!same.some(({ url }) => url === file.url)) same.push(file);
      found.set(name, same);
    }
  return found;
}
