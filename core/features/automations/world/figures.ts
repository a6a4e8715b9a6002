import type { AccountKey } from '../../../base/account-key.ts';
import { PlatformError } from '../../../base/errors.ts';
import { addDays } from '../../../base/time/days.ts';
import type { FactDimension, FactEntity, FactGroup, Facts } from '../../../ports/facts.ts';
import { measures } from '../../../ports/facts.ts';
import type { ReportAccount } from '../../../report/accounts.ts';
import type { Figures } from '../../../report/derive.ts';
import { type ReachPorts, reachOf } from '../../../report/reach.ts';
import type { DayRange } from '../../../report/request.ts';
import type { FigureTable } from '../judge/world.ts';
import type { Level } from '../schema/rule.ts';
import type { Need, Needs } from './needs.ts';

/** By entity, of one level. */
export type Sums = ReadonlyMap<string, Figures>;

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

export interface FigurePorts extends ReachPorts {
  readonly facts: Facts;
  readonly figureCache?: FigureCache;
}

/** What was not read is not known. */
export async function readFigures(
  ports: FigurePorts,
  companyId: string,
  account: ReportAccount,
  { figures, daily }: Needs,
  level: Level,
  { asOf }: { readonly asOf?: number } = {},
): Promise<FigureTable> {
  const [generation = ''] = await ports.facts.generations(companyId, [account.key]);
  const tables = new Map<string, Sums>();
  for (const need of figures) {
    const sums = await cached(
      ports.figureCache,
      `${companyId} ${account.key} ${generation} ${asOf ?? ''} ${keyOf(need.level, need.range)}`,
      () => readSums(ports.facts, companyId, account.key, need.level, need.range, asOf),
    );
    tables.set(
      keyOf(need.level, need.range),
      need.reach && asOf === undefined ? await withReach(ports, companyId, account, need, sums) : sums,
    );
  }
  const days = daily === undefined ? undefined : await readDays(ports.facts, companyId, account.key, level, daily, asOf);
  return tableOf(account.id, tables, days);
}

const keyOf = (level: Level, { from, to }: DayRange): string => `${level}|${from}|${to}`;

/** By entity and day. */
type Days = { readonly level: Level; readonly range: DayRange; readonly rows: ReadonlyMap<string, ReadonlyMap<string, Figures>> };

export function tableOf(accountId: string, tables: ReadonlyMap<string, Sums>, days?: Days): FigureTable {
  return {
    of(level, id, range) {
      const table = tables.get(keyOf(level, range));
      // An account is one group.
      if (table !== undefined) return table.get(level === 'account' ? accountId : id) ?? nothing;
      if (days === undefined || days.level !== level || range.from < days.range.from || range.to > days.range.to)
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
    for (const measure of measures) sums[measure] = Math.round(((sums[measure] ?? 0) + (row.sums[measure] ?? 0)) * 1e6) / 1e6;
    if ((row.sums.results ?? 0) > 0 || row.resultType)
      resultType = resultType === undefined || resultType === row.resultType ? row.resultType : null;
  }
  return { sums, ...(resultType !== undefined && { resultType }) };
}

function cached(cache: FigureCache | undefined, key: string, read: () => Promise<Sums>): Promise<Sums> {
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

/** Entities without a row have nothing, which is known. */
export async function readSums(
  facts: Facts,
  companyId: string,
  account: AccountKey,
  level: Level,
  range: DayRange,
  asOf?: number,
): Promise<Sums> {
  const { groups } = await facts.aggregate(companyId, query(account, range, level === 'account' ? [] : [dimension[level]], asOf));
  const id = (group: FactGroup): string =>
    level === 'account' ? account.slice(account.indexOf(':') + 1) : (group.group[dimension[level]] ?? '');
  return new Map(groups.map((group) => [id(group), group]));
}

async function readDays(
  facts: Facts,
  companyId: string,
  account: AccountKey,
  level: Level,
  range: DayRange,
  asOf?: number,
): Promise<Days> {
  const of: readonly FactDimension[] = level === 'account' ? ['day'] : [dimension[level], 'day'];
  const { groups } = await facts.aggregate(companyId, query(account, range, of, asOf));
  const rows = new Map<string, Map<string, Figures>>();
  for (const group of groups) {
    const id = level === 'account' ? account.slice(account.indexOf(':') + 1) : (group.group[dimension[level]] ?? '');
    const mine = rows.get(id) ?? new Map<string, Figures>();
    mine.set(group.group.day ?? '', group);
    rows.set(id, mine);
  }
  return { level, range, rows };
}

const query = (account: AccountKey, range: DayRange, groupBy: readonly FactDimension[], asOf: number | undefined) => ({
  accountIds: [account],
  ...range,
  breakdown: 'none' as const,
  groupBy,
  measures,
  ...(asOf !== undefined && { asOf }),
});

/** As far as the platform tells them. */
async function withReach(
  ports: ReachPorts,
  companyId: string,
  account: ReportAccount,
  { level, range }: Need,
  sums: Sums,
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
