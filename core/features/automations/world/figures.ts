import { type AccountKey, adAccountIdOf } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import { PlatformError } from '../../../base/errors.ts';
import { addDays } from '../../../base/time/days.ts';
import { type FactEntity, type FactGroup, type Facts, measures } from '../../../ports/facts.ts';
import type { ReportAccount } from '../../../report/accounts.ts';
import type { Figures } from '../../../report/derive.ts';
import { type ReachPorts, reachOf } from '../../../report/reach.ts';
import type { DayRange } from '../../../report/request.ts';
import type { FigureTable } from '../judge/world.ts';
import type { Level } from '../schema/rule.ts';
import type { Need, Needs } from './needs.ts';

type Sums = ReadonlyMap<string, Figures>;

/** Shared by rules that read at the same time, while no figure of the account changes. */
export type FigureCache = Map<string, Promise<Sums>>;

export const createFigureCache = (): FigureCache => new Map();

const MOST_TABLES = 200;

const dimension: { readonly [L in Exclude<Level, 'account'>]: FactEntity } = {
  campaign: 'campaignId',
  adset: 'adsetId',
  ad: 'adId',
};

const nothing: Figures = { sums: {} };

interface FigurePorts extends ReachPorts {
  readonly facts: Facts;
  readonly figureCache?: FigureCache;
}

/** What was not read is not known. */
export async function readFigures(
  ports: FigurePorts,
  companyId: string,
  account: ReportAccount,
  {
    needs: { figures, daily },
    level,
    asOf,
  }: { readonly needs: Needs; readonly level: Level; readonly asOf?: number },
): Promise<FigureTable> {
  const { facts, figureCache } = ports;
  const { key } = account;
  const [generation = ''] = await facts.generations(companyId, [key]);
  const tables = new Map<string, Sums>();
  for (const need of figures) {
    const table = keyOf(need.level, need.range);
    const sums = await cached(
      figureCache,
      `${companyId} ${key} ${generation} ${asOf ?? ''} ${table}`,
      () =>
        readSums(facts, companyId, { account: key, level: need.level, range: need.range, asOf }),
    );
    tables.set(
      table,
      need.reach && asOf === undefined
        ? await withReach(ports, companyId, account, { ...need, sums })
        : sums,
    );
  }
  const days =
    daily && (await readDays(facts, companyId, { account: key, level, range: daily, asOf }));
  return tableOf(account.id, tables, days);
}

const keyOf = (level: Level, { from, to }: DayRange): string => `${level}|${from}|${to}`;

type Days = {
  readonly level: Level;
  readonly range: DayRange;
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Figures>>;
};

function tableOf(accountId: string, tables: ReadonlyMap<string, Sums>, days?: Days): FigureTable {
  return {
    of(level, id, range) {
      const table = tables.get(keyOf(level, range));
      if (table !== undefined) return table.get(level === 'account' ? accountId : id) ?? nothing;
      if (
        days === undefined ||
        days.level !== level ||
        range.from < days.range.from ||
        range.to > days.range.to
      )
        return undefined;
      return added(days.rows.get(id), range);
    },
  };
}

function added(rows: ReadonlyMap<string, Figures> | undefined, { from, to }: DayRange): Figures {
  const sums: { [measure: string]: number } = {};
  let resultType: string | null | undefined;
  for (let day = from; rows !== undefined && day <= to; day = addDays(day, 1)) {
    const row = rows.get(day);
    if (row === undefined) continue;
    for (const measure of measures)
      sums[measure] = Math.round(((sums[measure] ?? 0) + (row.sums[measure] ?? 0)) * 1e6) / 1e6;
    if ((row.sums.results ?? 0) > 0 || row.resultType)
      resultType =
        resultType === undefined || resultType === row.resultType ? row.resultType : null;
  }
  return { sums, ...defined({ resultType }) };
}

function cached(
  cache: FigureCache | undefined,
  key: string,
  read: () => Promise<Sums>,
): Promise<Sums> {
  const known = cache?.get(key);
  if (known !== undefined) return known;
  const reading = read();
  if (cache === undefined) return reading;
  cache.set(key, reading);
  reading.catch(() => cache.delete(key));
  for (const [oldest] of cache) {
    if (cache.size <= MOST_TABLES) break;
    cache.delete(oldest);
  }
  return reading;
}

interface Reading {
  readonly account: AccountKey;
  readonly level: Level;
  readonly range: DayRange;
  readonly asOf?: number | undefined;
}

async function groupsOf(
  facts: Facts,
  companyId: string,
  { account, level, range, asOf }: Reading,
  by: readonly 'day'[] = [],
) {
  const entity = level === 'account' ? undefined : dimension[level];
  const groupBy = entity === undefined ? by : [entity, ...by];
  const query = {
    accountIds: [account],
    ...range,
    breakdown: 'none',
    groupBy,
    measures,
    ...defined({ asOf }),
  } as const;
  const { groups } = await facts.aggregate(companyId, query);
  const idOf = ({ group }: FactGroup) =>
    entity === undefined ? adAccountIdOf(account) : (group[entity] ?? '');
  return groups.map((group) => [idOf(group), group] as const);
}

/** Entities without a row have nothing, which is known. */
export const readSums = async (facts: Facts, companyId: string, reading: Reading): Promise<Sums> =>
  new Map(await groupsOf(facts, companyId, reading));

async function readDays(facts: Facts, companyId: string, reading: Reading): Promise<Days> {
  const rows = new Map<string, Map<string, Figures>>();
  for (const [id, group] of await groupsOf(facts, companyId, reading, ['day'])) {
    const mine = rows.get(id) ?? new Map<string, Figures>();
    rows.set(id, mine.set(group.group.day ?? '', group));
  }
  return { level: reading.level, range: reading.range, rows };
}

async function withReach(
  ports: ReachPorts,
  companyId: string,
  account: ReportAccount,
  { level, range, sums }: Need & { readonly sums: Sums },
): Promise<Sums> {
  try {
    const { rows } = await reachOf(ports, companyId, account, { ...range, level, by: 'all' });
    const reached = new Map(sums);
    for (const { entityId, reach } of rows) {
      const id = level === 'account' ? account.id : entityId;
      if (reach !== null) reached.set(id, { ...(sums.get(id) ?? nothing), reach });
    }
    return reached;
  } catch (error) {
    if (error instanceof PlatformError) return sums;
    throw error;
  }
}
