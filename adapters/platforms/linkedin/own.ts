import { roundedAmount } from '../../../core/base/money.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Access, EntityType } from '../../../core/ports/platform-accounts.ts';
import { endInWords, versionInUse } from '../../../core/ports/platform-version.ts';
import type { Api } from '../kit/calls.ts';
import { asRow, at, chunks, defined, numeric, type Row, rowsOf, said, text } from '../kit/json.ts';
import { budgetsOf } from './money.ts';
import { facets, pivots, pivotValues } from './read/analytics.ts';
import {
  campaignOf,
  groupOf,
  idsPerQuestion,
  listCreatives,
  listGroups,
  nameOf,
  rowId,
} from './read/objects.ts';
import { figures } from './read/report-row.ts';
import { accountUrn, idOf, numberOf, urnOf } from './urns.ts';
import { atLeastUntil, version as versions } from './version.ts';
import { finder } from './wire/client.ts';
import { createdAt, isoTime, modifiedAt, partsOf } from './wire/dates.ts';
import {
  effectiveStatus,
  holdReasons,
  inWords,
  listed,
  ownStatus,
  servingWords,
} from './wire/statuses.ts';

export interface LinkedinOwn {
  /** And when it ends. */
  readonly version: {
    readonly version: string;
    readonly endsOn: string | null;
    readonly atLeastUntil: string;
    readonly message: string;
  };
  accounts(access: Access): Promise<readonly AccountRow[]>;
  /** Newest first. */
  list(
    access: Access,
    level: EntityType,
    parentId: string | undefined,
  ): Promise<readonly ManagedRow[]>;
  /** By id, both days included; leaves out objects without figures. */
  figures(
    access: Access,
    level: EntityType,
    ids: readonly string[],
    range: Range,
  ): Promise<ReadonlyMap<string, ManagedFigures>>;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

interface AccountRow {
  readonly id: string;
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly status: string;
  readonly servingStatuses: readonly string[];
  readonly state: string;
  readonly organizationId: string | null;
  readonly test: boolean;
}

interface ManagedRow {
  readonly id: string;
  readonly urn: string;
  readonly name: string;
  /** In the platform's words. */
  readonly status: string;
  /** What it does, as a word and as a sentence. */
  readonly effectiveStatus: string;
  readonly state: string;
  /** What holds it back. */
  readonly holds: readonly string[];
  readonly review?: string;
  readonly parentId: string | null;
  readonly objective?: string;
  readonly format?: string;
  readonly postUrn?: string;
  readonly dailyBudget?: number;
  readonly totalBudget?: number;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly createdTime: string;
  readonly updatedTime: string;
}

interface ManagedFigures {
  readonly spend: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly conversionValue: number;
  readonly leads: number;
  readonly ctr: number | null;
  readonly cpm: number | null;
  readonly cpc: number | null;
}

export function createOwn({ calls }: Api, clock: Clock, version: string): LinkedinOwn {
  return {
    get version() {
      const inUse = versionInUse(versions, version, clock.now());
      const { endsOn } = inUse;
      return {
        version,
        endsOn,
        atLeastUntil: endsOn ?? atLeastUntil(version),
        message: endInWords(inUse),
      };
    },
    accounts: async (access) =>
      (await calls.list(access, 'adAccounts', { q: 'search', pageSize: 1_000 })).map(accountRow),
    async list(access, level, parentId) {
      const rows =
        level === 'ad'
          ? await listCreatives(
              calls,
              access,
              listed,
              parentId === undefined ? undefined : [parentId],
            )
          : await listGroups(calls, access, {
              type: level,
              statuses: listed,
              below: parentId === undefined ? undefined : [parentId],
            });
      return rows.map((row) => managedRow(level, row));
    },
    async figures(access, level, ids, { from, to }) {
      const found = new Map<string, ManagedFigures>();
      for (const some of chunks(ids, idsPerQuestion)) {
        const { elements } = await calls.read(
          access,
          'adAnalytics',
          {
            q: 'analytics',
            pivot: pivots[level],
            timeGranularity: 'ALL',
            dateRange: { start: partsOf(from), end: partsOf(to) },
            fields: ['pivotValues', ...figures],
            [facets[level]]: some.map((id) => urnOf(level, id)),
          },
          finder,
        );
        for (const row of rowsOf(elements)) {
          const [urn] = pivotValues(row);
          if (urn !== undefined) found.set(idOf(level, urn), figuresOf(row));
        }
      }
      return found;
    },
  };
}

function accountRow(row: Row): AccountRow {
  const status = said(row.status);
  const serving = servingWords(row);
  const held = serving.find((word) => word !== 'RUNNABLE');
  const reference = text(row.reference);
  return {
    id: said(row.id),
    urn: accountUrn(said(row.id)),
    name: said(row.name),
    type: said(row.type),
    currency: said(row.currency),
    status,
    servingStatuses: serving,
    state: inWords(status === 'ACTIVE' ? (held ?? status) : status),
    organizationId: reference?.startsWith('urn:li:organization:') ? numberOf(reference) : null,
    test: row.test === true,
  };
}

function managedRow(level: EntityType, row: Row): ManagedRow {
  const { dailyBudget, lifetimeBudget } = budgetsOf(row);
  const schedule = asRow(row.runSchedule);
  const effective = effectiveStatus(level, row);
  const time = (value: unknown): string | undefined => {
    const ms = numeric(value);
    return ms === undefined ? undefined : isoTime(ms);
  };
  return {
    id: rowId(level, row),
    urn: urnOf(level, rowId(level, row)),
    name: nameOf(level, row),
    status: ownStatus(row),
    effectiveStatus: effective,
    state: inWords(effective),
    holds:
      level === 'ad' ? holdReasons(row) : servingWords(row).filter((word) => word !== 'RUNNABLE'),
    parentId: level === 'campaign' ? null : level === 'adset' ? groupOf(row) : campaignOf(row),
    createdTime: isoTime(createdAt(row)),
    updatedTime: isoTime(modifiedAt(row)),
    ...defined({
      review: text(at(row, 'review', 'status')),
      objective: text(row.objectiveType),
      format: text(row.format),
      postUrn: text(at(row, 'content', 'reference')),
      dailyBudget,
      totalBudget: lifetimeBudget,
      startTime: time(schedule?.start),
      endTime: time(schedule?.end),
    }),
  };
}

function figuresOf(row: Row): ManagedFigures {
  const figure = (name: (typeof figures)[number]): number => Math.max(0, numeric(row[name]) ?? 0);
  const [spend, impressions, clicks] = [
    figure('costInLocalCurrency'),
    figure('impressions'),
    figure('clicks'),
  ];
  const ratio = (above: number, below: number): number | null =>
    below === 0 ? null : roundedAmount(above / below, 6);
  return {
    spend,
    impressions,
    clicks,
    conversions: figure('externalWebsiteConversions'),
    conversionValue: figure('conversionValueInLocalCurrency'),
    leads: figure('oneClickLeads'),
    ctr: ratio(clicks * 100, impressions),
    cpm: ratio(spend * 1_000, impressions),
    cpc: ratio(spend, clicks),
  };
}
