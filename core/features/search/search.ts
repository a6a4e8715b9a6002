import { type FoundAccount, foundAccount } from '../../accounts/find-account.ts';
import { adAccountKind } from '../../accounts/records.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { plainWords } from '../../media/find/facets.ts';
import { foundMedia } from '../../media/find/search.ts';
import type { Feature } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { FactEntity } from '../../ports/facts.ts';
import { allOf } from '../../records/list.ts';
import { madeLately } from './made.ts';
import type { Found, SearchKind, SearchRequest } from './schema.ts';

const DAY_MS = 86_400_000;
/** Campaigns, ad sets and ads are known by the figures of these days. */
const KNOWN_DAYS = 90;
/** Of each level: those that spent most. */
const MOST_ENTITIES = 10_000;
const MOST_BATCHES = 500;

interface Search {
  readonly features: readonly Feature[];
  readonly ports: ServicePorts;
  readonly companyId: string;
  /** In small letters. */
  readonly text: string;
  readonly accounts: readonly FoundAccount[];
}

type Look = (search: Search) => Promise<readonly Found[]>;

/**
 * The best first. No platform is asked, and each kind is searched to a bound, so that answers come
 * while a person types.
 */
export async function searchAll(
  ports: ServicePorts,
  features: readonly Feature[],
  companyId: string,
  { q, kinds, limit = 20 }: SearchRequest,
): Promise<readonly Found[]> {
  const text = q.toLowerCase();
  const accounts = (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount);
  const wanted = kinds ?? searchKinds;
  const found = await Promise.all(
    wanted.map((kind) => looks[kind]({ ports, features, companyId, text, accounts })),
  );
  return found
    .flat()
    .map((each, position) => ({ each, position, rank: rankOf(text, each) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.position - b.position)
    .slice(0, limit)
    .map(({ each }) => each);
}

const findAccounts: Look = async ({ accounts }) =>
  accounts.map(({ key, name, platform }) => ({
    kind: 'account' as const,
    id: adAccountIdOf(key),
    name,
    platform,
    accountId: adAccountIdOf(key),
    accountName: name,
  }));

const nowhere = { platform: null, accountId: null, accountName: null } as const;

const findBatches: Look = async ({ ports, companyId, text }) => {
  const order = { by: 'createdAt', direction: 'desc' } as const;
  const { items } = await ports.store.find(batchKind, companyId, { order, limit: MOST_BATCHES });
  // An older one is found by its number.
  const old = /^\d{1,15}$/.test(text)
    ? await ports.store.get(batchKind, companyId, text)
    : undefined;
  return [...items, ...(old === undefined || items.some(({ id }) => id === old.id) ? [] : [old])]
    .filter(({ doc }) => doc.rawStatus !== 'Draft')
    .map(({ id, doc }) => ({
      kind: 'batch' as const,
      id,
      name: doc.name || `Batch ${id}`,
      ...nowhere,
    }));
};

const findIn =
  (kind: SearchKind): Look =>
  async ({ ports, companyId, features }) => {
    const found = await Promise.all(
      features.map((each) => each.found?.[kind]?.(ports, companyId) ?? []),
    );
    return found.flat().map((each) => ({ kind, ...each, ...nowhere }));
  };

const findAssets: Look = async ({ ports, companyId, text }) => {
  if (plainWords(text) === '') return [];
  const { items } = await foundMedia(ports, companyId, { q: text }, { offset: 0, limit: 20 });
  return items.map(({ id, doc }) => ({
    kind: 'asset' as const,
    id,
    name: doc.title ?? doc.originalName,
    ...nowhere,
  }));
};

const levels = {
  campaign: ['campaignId', 'campaignName'],
  adset: ['adsetId', 'adsetName'],
  ad: ['adId', 'adName'],
} as const satisfies { readonly [level: string]: readonly [FactEntity, string] };

const findEntities =
  (kind: keyof typeof levels): Look =>
  async ({ ports, companyId, accounts }) => {
    if (accounts.length === 0) return [];
    const [idField, nameField] = levels[kind];
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const now = ports.clock.now();
    const { groups } = await ports.facts.aggregate(companyId, {
      accountIds: accounts.map(({ key }) => key),
      // In some time zone it is tomorrow.
      from: day(now - KNOWN_DAYS * DAY_MS),
      to: day(now + DAY_MS),
      breakdown: 'none',
      groupBy: ['accountId', idField],
      measures: ['spend'],
      order: { by: { measure: 'spend' }, direction: 'desc' },
      limit: MOST_ENTITIES,
    });
    const known = new Map<string, FoundAccount>(accounts.map((account) => [account.key, account]));
    const placed = (
      account: FoundAccount | undefined,
      id: string,
      name: string,
    ): readonly Found[] =>
      account === undefined
        ? []
        : [
            {
              kind,
              id,
              name,
              platform: account.platform,
              accountId: adAccountIdOf(account.key),
              accountName: account.name,
            },
          ];
    const told = groups.flatMap(({ group, entity }) =>
      placed(known.get(group.accountId ?? ''), group[idField] ?? '', entity[nameField] ?? ''),
    );
    const ids = new Set(told.map(({ id }) => id));
    const made = (await madeLately(ports, companyId, kind)).filter(({ id }) => !ids.has(id));
    return [
      ...made.flatMap(({ account, id, name }) =>
        placed(
          known.get(account) ?? accounts.find(({ key }) => adAccountIdOf(key) === account),
          id,
          name,
        ),
      ),
      ...told,
    ];
  };

const looks: { readonly [K in SearchKind]: Look } = {
  account: findAccounts,
  campaign: findEntities('campaign'),
  adset: findEntities('adset'),
  ad: findEntities('ad'),
  batch: findBatches,
  asset: findAssets,
  rule: findIn('rule'),
};

const searchKinds = Object.keys(looks) as readonly SearchKind[];
/**
 * 6 for the id, then the name, a name that begins so, a word that does, a part of a name, a part of
 * an id.
 */
export function rankOf(
  text: string,
  { id, name }: { readonly id: string; readonly name: string },
): number {
  const own = id.toLowerCase();
  if (own === text || own.endsWith(`_${text}`)) return 6;
  const words = name.toLowerCase();
  if (words === text) return 5;
  const at = words.indexOf(text);
  if (at === 0) return 4;
  if (at > 0) return isWordEnd(words.charAt(at - 1)) || words.includes(` ${text}`) ? 3 : 2;
  if (text.length >= 4 && own.includes(text)) return 1;
  const parts = text.split(' ').filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => words.includes(part)) ? 2 : 0;
}

const isWordEnd = (letter: string) => ' _-|/.'.includes(letter);
