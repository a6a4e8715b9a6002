import { useCallback, useMemo } from 'preact/hooks';
import { type AdAccount, client } from '../../base/api.ts';
import { type AdsScope, type Range, rangeBefore, rangeOf } from './range.ts';
import { type Arriving, useReading } from './reading.ts';

export const LEVELS = ['campaign', 'adset', 'ad'] as const;
export type Level = (typeof LEVELS)[number];

export const FIGURES = [
  'spend',
  'results',
  'costPerResult',
  'roas',
  'impressions',
  'clicks',
  'ctr',
  'cpc',
  'cpm',
  'conversions',
  'conversionValue',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = { readonly [F in Figure]?: number | null | undefined } & {
  readonly resultType?: string | undefined;
};

/** Of rows whose figures are still being read. */
export const AWAITED: Figures = {};

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Entity {
  readonly key: string;
  readonly level: Level;
  readonly id: string;
  readonly name: string;
  readonly account: AdAccount;
  /** In the words of its platform; empty where only figures are known. */
  readonly status: string;
  readonly effectiveStatus: string;
  readonly parent?: Named | undefined;
  readonly dailyBudget?: number | null;
  readonly lifetimeBudget?: number | null;
  readonly figures: Figures;
}

const PAGE = 200;
const MOST_FIGURES = 1_000;
const metrics = [...FIGURES];

export const accountKey = ({ platform, id }: Pick<AdAccount, 'platform' | 'id'>): string =>
  `${platform}:${id}`;
const keyOf = (account: AdAccount, id: string): string => `${accountKey(account)} ${id}`;

interface Reading extends Arriving<Entity> {
  readonly account: AdAccount;
  readonly range: Range;
  readonly scope: AdsScope;
  /** Platforms that tell figures. */
  readonly reporting: ReadonlySet<string>;
}

type Read = (reading: Reading) => Promise<void>;

const readCampaigns: Read = async ({ account, range, signal, onRows, onReady }) => {
  for (let offset = 0; ; offset += PAGE) {
    const query = { accountId: account.id, ...range, metrics, limit: PAGE, offset };
    const { data } = await client.reports.campaigns(query, { signal });
    onRows(
      data.map((row) => ({
        ...row,
        key: keyOf(account, row.id),
        level: 'campaign',
        account,
        figures: row,
      })),
    );
    onReady();
    if (data.length < PAGE) return;
  }
};

const readAdSets: Read = async ({ account, range, scope, signal, onRows, onReady }) => {
  for (let offset = 0; ; offset += PAGE) {
    const of = scope.campaign === '' ? {} : { campaignId: scope.campaign };
    const query = { accountId: account.id, ...of, ...range, metrics, limit: PAGE, offset };
    const { data } = await client.reports.adSets(query, { signal });
    onRows(
      data.map((row) => ({
        ...row,
        key: keyOf(account, row.value),
        level: 'adset',
        id: row.value,
        name: row.label,
        account,
        parent: row.campaign,
        figures: row,
      })),
    );
    onReady();
    if (data.length < PAGE) return;
  }
};

type FigureRow = Awaited<ReturnType<typeof client.reports.query>>['data'][number];

const GROUPS = { campaign: 'campaignId', adset: 'adsetId', ad: 'adId' } as const;

/** Without figures there is no row. */
async function* figurePages(
  level: Level,
  { account, range, scope, reporting, signal }: Omit<Reading, 'onRows' | 'onChange' | 'onReady'>,
): AsyncGenerator<readonly FigureRow[]> {
  if (!reporting.has(account.platform)) return;
  const filters = {
    ...(scope.adset !== '' && { 'filters[adsetId]': [scope.adset] }),
    ...(scope.campaign !== '' && { 'filters[campaignId]': [scope.campaign] }),
  };
  for (let offset = 0; ; offset += MOST_FIGURES) {
    const page = { limit: MOST_FIGURES, offset };
    const query = {
      accountIds: [account.id],
      ...range,
      metrics,
      groupBy: GROUPS[level],
      ...filters,
      ...page,
    };
    const { data, pagination } = await client.reports.query(query, { signal });
    yield data;
    if (!pagination.hasMore) return;
  }
}

/** Rows do not wait for all figures: the first are shown with the first page of them. */
const readAds: Read = async (reading) => {
  const { account, onRows, onChange, onReady } = reading;
  const told = new Set<'figures' | 'ads'>();
  const tell = (what: 'figures' | 'ads'): void => {
    if (told.add(what).size === 2) onReady();
  };
  const figures = new Map<string, Figures>();
  const adSets = new Map<string, string>();
  let others = AWAITED;
  const filled = (row: Entity): Entity => {
    if (row.account !== account) return row;
    const known = figures.get(row.id) ?? others;
    const name = row.parent?.name === '' ? adSets.get(row.parent.id) : undefined;
    if (known === row.figures && name === undefined) return row;
    return {
      ...row,
      figures: known,
      ...(row.parent && name !== undefined && { parent: { id: row.parent.id, name } }),
    };
  };
  const readFigures = async (): Promise<void> => {
    try {
      for await (const page of figurePages('ad', reading)) {
        for (const row of page) {
          if (row.adId !== undefined) figures.set(row.adId, row);
          if (row.adsetId !== undefined && row.adsetName) adSets.set(row.adsetId, row.adsetName);
        }
        onChange(filled);
        tell('figures');
      }
    } finally {
      others = {};
      onChange(filled);
      tell('figures');
    }
  };
  const add = (rows: readonly Entity[]): void => {
    onRows(rows.map(filled));
    tell('ads');
  };
  const ends = await Promise.allSettled([readFigures(), listAds(reading, add)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

async function listAds(reading: Reading, onRows: Reading['onRows']): Promise<void> {
  const { account, scope, signal } = reading;
  for (const within of await adSetsIn(reading)) {
    let after: string | undefined;
    do {
      const query = {
        accountId: account.id,
        ...(within && { adSetId: within.id }),
        limit: PAGE,
        ...(after && { after }),
      };
      const answer = await client.manage.listAds(query, { signal });
      onRows(
        answer.data.map((row) => {
          const id = row.adSetId ?? within?.id ?? scope.adset;
          const parent = id === '' ? undefined : { id, name: within?.name ?? '' };
          return {
            ...row,
            key: keyOf(account, row.id),
            level: 'ad' as const,
            account,
            parent,
            figures: AWAITED,
          };
        }),
      );
      after = answer.data.length === 0 ? undefined : (answer.paging.cursors.after ?? undefined);
    } while (after !== undefined);
  }
}

/** `undefined`: all of the account at once. */
async function adSetsIn({
  account,
  scope,
  signal,
}: Reading): Promise<readonly (Named | undefined)[]> {
  if (scope.adset !== '') return [{ id: scope.adset, name: '' }];
  if (scope.campaign === '') return [undefined];
  const found: Named[] = [];
  for (;;) {
    const query = {
      accountId: account.id,
      campaignId: scope.campaign,
      limit: PAGE,
      offset: found.length,
    };
    const { data } = await client.reports.adSets(query, { signal });
    found.push(...data.map(({ value, label }) => ({ id: value, name: label })));
    if (data.length < PAGE) return found;
  }
}

const READ: { readonly [L in Level]: Read } = {
  campaign: readCampaigns,
  adset: readAdSets,
  ad: readAds,
};

export type Entities = ReturnType<typeof useEntities>;

const askedFor = (level: Level, accounts: readonly AdAccount[], scope: AdsScope): string =>
  JSON.stringify([level, accounts.map(accountKey), scope]);

/** What is read: until the platforms are known, of no accounts. */
interface Wanted {
  readonly level: Level;
  readonly accounts: readonly AdAccount[] | undefined;
  readonly reporting: ReadonlySet<string>;
  readonly scope: AdsScope;
}

export function useEntities({ level, accounts, reporting, scope }: Wanted) {
  const asked = accounts && askedFor(level, accounts, scope);
  const { setRows, ...reading } = useReading<Entity>(asked, accounts ?? [], (account, arriving) =>
    READ[level]({
      account,
      range: rangeOf(scope, account.timezone),
      scope,
      reporting,
      ...arriving,
    }),
  );
  /** Holds until the rows are read again. */
  const change = useCallback((keys: readonly string[], how: (row: Entity) => Entity) => {
    const set = new Set(keys);
    setRows((all) => all.map((row) => (set.has(row.key) ? how(row) : row)));
  }, []);
  return { ...reading, change };
}

export function useFiguresBefore({
  level,
  accounts,
  reporting,
  scope,
}: Wanted): ReadonlyMap<string, Figures> {
  const asked = accounts && `before ${askedFor(level, accounts, scope)}`;
  const { rows } = useReading<readonly [string, Figures]>(
    asked,
    accounts ?? [],
    async (account, { signal, onRows }) => {
      const range = rangeBefore(rangeOf(scope, account.timezone));
      for await (const page of figurePages(level, { account, range, scope, reporting, signal }))
        onRows(page.map((row) => [keyOf(account, row[GROUPS[level]] ?? ''), row] as const));
    },
  );
  return useMemo(() => new Map(rows), [rows]);
}
