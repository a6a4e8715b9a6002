import { useCallback, useEffect, useState } from 'preact/hooks';
import { mapBounded } from '../../../../../core/base/map-bounded.ts';
import { type AdAccount, type ApiError, client, problemOf } from '../../base/api.ts';
import { type AdsScope, type Range, rangeBefore, rangeOf } from './range.ts';

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
export type Figures = { readonly [F in Figure]?: number | null | undefined } & { readonly resultType?: string | undefined };

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
const AT_ONCE = 3;
/** Rows of this time are drawn together. */
const TOGETHER_MS = 250;
const metrics = [...FIGURES];

export const accountKey = ({ platform, id }: Pick<AdAccount, 'platform' | 'id'>): string => `${platform}:${id}`;
const keyOf = (account: AdAccount, id: string): string => `${accountKey(account)} ${id}`;

interface Reading {
  readonly account: AdAccount;
  readonly range: Range;
  readonly scope: AdsScope;
  /** Platforms that tell figures. */
  readonly reporting: ReadonlySet<string>;
  readonly signal: AbortSignal;
  onRows(rows: readonly Entity[]): void;
}

type Read = (reading: Reading) => Promise<void>;

const readCampaigns: Read = async ({ account, range, signal, onRows }) => {
  for (let offset = 0; ; offset += PAGE) {
    const query = { accountId: account.id, ...range, metrics, limit: PAGE, offset };
    const { data } = await client.reports.campaigns(query, { signal });
    onRows(data.map((row) => ({ ...row, key: keyOf(account, row.id), level: 'campaign', account, figures: row })));
    if (data.length < PAGE) return;
  }
};

const readAdSets: Read = async ({ account, range, scope, signal, onRows }) => {
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
    if (data.length < PAGE) return;
  }
};

type FigureRow = Awaited<ReturnType<typeof client.reports.query>>['data'][number];

const GROUPS = { campaign: 'campaignId', adset: 'adsetId', ad: 'adId' } as const;

/** By id; without figures there is no row. */
async function figuresOf(
  level: Level,
  { account, range, scope, reporting, signal }: Omit<Reading, 'onRows'>,
): Promise<ReadonlyMap<string, FigureRow>> {
  const found = new Map<string, FigureRow>();
  if (!reporting.has(account.platform)) return found;
  const filters = {
    ...(scope.adset !== '' && { 'filters[adsetId]': [scope.adset] }),
    ...(scope.campaign !== '' && { 'filters[campaignId]': [scope.campaign] }),
  };
  const groupBy = GROUPS[level];
  for (let offset = 0; ; offset += MOST_FIGURES) {
    const query = { accountIds: [account.id], ...range, metrics, groupBy, ...filters, limit: MOST_FIGURES, offset };
    const { data, pagination } = await client.reports.query(query, { signal });
    for (const row of data) if (row[groupBy] !== undefined) found.set(row[groupBy], row);
    if (!pagination.hasMore) return found;
  }
}

const readAds: Read = async (reading) => {
  const { account, scope, signal, onRows } = reading;
  const figures = await figuresOf('ad', reading);
  const parents = new Map([...figures.values()].map(({ adsetId = '', adsetName = '' }) => [adsetId, adsetName]));
  for (const within of await adSetsIn(reading)) {
    let after: string | undefined;
    do {
      const query = { accountId: account.id, ...(within && { adSetId: within.id }), limit: PAGE, ...(after && { after }) };
      const answer = await client.manage.listAds(query, { signal });
      onRows(
        answer.data.map((row) => {
          const id = row.adSetId ?? within?.id ?? scope.adset;
          const parent = id === '' ? undefined : { id, name: within?.name ?? parents.get(id) ?? '' };
          const of = figures.get(row.id) ?? {};
          return { ...row, key: keyOf(account, row.id), level: 'ad' as const, account, parent, figures: of };
        }),
      );
      after = answer.data.length === 0 ? undefined : (answer.paging.cursors.after ?? undefined);
    } while (after !== undefined);
  }
};

/** `undefined`: all of the account at once. */
async function adSetsIn({ account, scope, signal }: Reading): Promise<readonly (Named | undefined)[]> {
  if (scope.adset !== '') return [{ id: scope.adset, name: '' }];
  if (scope.campaign === '') return [undefined];
  const found: Named[] = [];
  for (;;) {
    const query = { accountId: account.id, campaignId: scope.campaign, limit: PAGE, offset: found.length };
    const { data } = await client.reports.adSets(query, { signal });
    found.push(...data.map(({ value, label }) => ({ id: value, name: label })));
    if (data.length < PAGE) return found;
  }
}

const READ: { readonly [L in Level]: Read } = { campaign: readCampaigns, adset: readAdSets, ad: readAds };

export interface AccountProblem {
  readonly account: AdAccount;
  readonly problem: ApiError;
}

export type Entities = ReturnType<typeof useEntities>;

const none: readonly never[] = [];

/** Reads something of every account, some at a time. */
function useReading<T>(
  asked: string | undefined,
  accounts: readonly AdAccount[],
  read: (account: AdAccount, signal: AbortSignal, onRows: (rows: readonly T[]) => void) => Promise<void>,
) {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [loading, setLoading] = useState(true);
  const [problems, setProblems] = useState<readonly AccountProblem[]>([]);
  const [turn, setTurn] = useState(0);
  // Until the effect has run, the rows belong to the question before.
  const [of, setOf] = useState<string>();
  useEffect(() => {
    setOf(asked);
    setRows([]);
    setProblems([]);
    if (asked === undefined) return;
    const abort = new AbortController();
    setLoading(true);
    let arrived: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const more = arrived;
      arrived = [];
      if (!abort.signal.aborted && more.length > 0) setRows((all) => [...all, ...more]);
    };
    const add = (more: readonly T[]): void => {
      arrived.push(...more);
      timer ??= setTimeout(flush, TOGETHER_MS);
    };
    const one = (account: AdAccount): Promise<void> =>
      read(account, abort.signal, add).catch((error: unknown) => {
        if (!abort.signal.aborted) setProblems((all) => [...all, { account, problem: problemOf(error) }]);
      });
    void mapBounded(accounts, AT_ONCE, one).then(() => {
      flush();
      if (!abort.signal.aborted) setLoading(false);
    });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { rows: of === asked ? rows : none, setRows, loading: loading || of !== asked, problems, reload };
}

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
  const { setRows, ...reading } = useReading<Entity>(asked, accounts ?? [], (account, signal, onRows) =>
    READ[level]({ account, range: rangeOf(scope, account.timezone), scope, reporting, signal, onRows }),
  );
  /** Holds until the rows are read again. */
  const change = useCallback((keys: readonly string[], how: (row: Entity) => Entity) => {
    const set = new Set(keys);
    setRows((all) => all.map((row) => (set.has(row.key) ? how(row) : row)));
  }, []);
  return { ...reading, change };
}

export function useFiguresBefore({ level, accounts, reporting, scope }: Wanted): ReadonlyMap<string, Figures> {
  const asked = accounts && `before ${askedFor(level, accounts, scope)}`;
  const { rows } = useReading<readonly [string, Figures]>(asked, accounts ?? [], async (account, signal, onRows) => {
    const range = rangeBefore(rangeOf(scope, account.timezone));
    const found = await figuresOf(level, { account, range, scope, reporting, signal });
    onRows([...found].map(([id, row]) => [keyOf(account, id), row] as const));
  });
  return new Map(rows);
}
