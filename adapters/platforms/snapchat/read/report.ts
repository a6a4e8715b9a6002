import { PlatformError } from '../../../../core/errors.ts';
import { mapBounded } from '../../../../core/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReachQuery, ReachRow, ReportCapability, ReportRow } from '../../../../core/ports/platform-report.ts';
import { addDays, monthEnd, splitRange } from '../../../../core/time/days.ts';
import { numeric, type Row, text } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { isUuid } from '../wire/ids.ts';
import { fromMicro } from '../wire/money.ts';
import { plurals } from '../wire/nouns.ts';
import { type Names, reportRow, resultField, rowFields } from './report-row.ts';
import { listRows } from './rows.ts';
import { type Figures, hasDelivered, readStats, type StatsQuery, type Window } from './stats.ts';

/** The longest range by day. */
const daysByDay = 31;
/** Up to so many objects are asked about one by one. */
const fewIds = 10;

const breakdowns = { campaign: 'campaign', adset: 'adsquad', ad: 'ad' } as const;

export function createReport(api: Api): ReportCapability {
  /** Until when the figures of an account are settled, as its last answer told. */
  const settled = new Map<string, number>();
  return {
    // A swipe counts for up to 28 days.
    attributionDays: 28,
    settledUntil: ({ companyId, adAccountId }) => settled.get(`${companyId} ${adAccountId}`),
    async daily(access, { from, to }) {
      const names = await namesOf(api, access);
      const goals = [...names.adSquads.values()].map((row) => resultField(text(row.optimization_goal) ?? ''));
      const fields = [...new Set([...rowFields, ...goals])];
      const rows: ReportRow[] = [];
      for (const window of windows(from, to)) {
        const { figures, settledUntil } = await readStats(api, access, {
          ...{ of: `adaccounts/${access.adAccountId}`, breakdown: 'ad', by: 'day', fields },
          ...window,
        });
        if (settledUntil !== undefined) settled.set(`${access.companyId} ${access.adAccountId}`, settledUntil);
        for (const { id, day, stats } of figures)
          if (day !== undefined && hasDelivered(stats)) rows.push(reportRow(names, id, day, stats));
      }
      return rows;
    },
    reach: (access, query) => reach(api, access, query),
  };
}

const windows = (from: string, to: string): readonly Window[] => splitRange(from, to, (start) => addDays(start, daysByDay - 1));

/** Deleted ones too: their figures stay. */
async function namesOf(api: Api, access: Access): Promise<Names> {
  const byId = (rows: readonly Row[]): ReadonlyMap<string, Row> => new Map(rows.map((row) => [text(row.id) ?? '', row]));
  return {
    campaigns: byId(await listRows(api, access, 'campaign', { deleted: true })),
    adSquads: byId(await listRows(api, access, 'adset', { deleted: true })),
    ads: byId(await listRows(api, access, 'ad', { deleted: true })),
  };
}

/**
 * People are counted for campaigns, ad squads and ads. Of a whole account the platform tells its spend alone: there reach
 * is unknown, and impressions are those of its campaigns.
 */
async function reach(api: Api, access: Access, query: ReachQuery): Promise<readonly ReachRow[]> {
  if (query.countries !== undefined || query.breakdown === 'country') {
    const message = 'This platform does not report reach by country here.';
    throw new PlatformError(api.wire.fail('rule', message, 'Ask without countries.'));
  }
  const rows: ReachRow[] = [];
  for (const window of rangesOf(query)) {
    const figures = (await figuresFor(api, access, query, window)).filter(({ stats }) => hasDelivered(stats));
    rows.push(
      ...(query.level === 'account' ? accountRows(access, figures, window) : figures.map((each) => reachRow(each, window))),
    );
  }
  return rows;
}

function rangesOf({ from, to, by }: ReachQuery): readonly Window[] {
  if (by === 'month') return splitRange(from, to, monthEnd);
  return by === 'day' ? windows(from, to) : [{ from, to }];
}

async function figuresFor(api: Api, access: Access, query: ReachQuery, window: Window): Promise<readonly Figures[]> {
  const { level, by, entityIds } = query;
  const asked = { by: by === 'day' ? 'day' : 'all', fields: ['uniques', 'impressions', 'spend'], ...window } as const;
  const ofAccount = (more: Pick<StatsQuery, 'breakdown' | 'fields'>) =>
    readStats(api, access, { ...asked, of: `adaccounts/${access.adAccountId}`, ...more });
  if (level === 'account') return (await ofAccount({ breakdown: 'campaign', fields: ['impressions', 'spend'] })).figures;
  if (entityIds !== undefined && entityIds.length <= fewIds) {
    const known = entityIds.filter(isUuid);
    const each = await mapBounded(known, 4, (id) =>
      readStats(api, access, { ...asked, of: `${plurals[level]}/${id}` }).catch(nothingIfMissing),
    );
    return each.flatMap(({ figures }) => figures);
  }
  const { figures } = await ofAccount({ breakdown: breakdowns[level], fields: asked.fields });
  return entityIds === undefined ? figures : figures.filter(({ id }) => entityIds.includes(id));
}

function nothingIfMissing(error: unknown): { readonly figures: readonly Figures[] } {
  if (error instanceof PlatformError && error.failure.class === 'missing') return { figures: [] };
  throw error;
}

const placeIn = ({ day }: Figures, { from, to }: Window): Window => (day === undefined ? { from, to } : { from: day, to: day });

const reachRow = (figures: Figures, window: Window): ReachRow => ({
  entityId: figures.id,
  ...placeIn(figures, window),
  reach: numeric(figures.stats.uniques) ?? null,
  impressions: numeric(figures.stats.impressions) ?? 0,
  spend: fromMicro(figures.stats.spend) ?? 0,
});

function accountRows({ adAccountId }: Access, figures: readonly Figures[], window: Window): readonly ReachRow[] {
  const sums = new Map<string, { impressions: number; micro: number; place: Window }>();
  for (const each of figures) {
    const place = placeIn(each, window);
    const sum = sums.get(place.from) ?? { impressions: 0, micro: 0, place };
    sum.impressions += numeric(each.stats.impressions) ?? 0;
    sum.micro += numeric(each.stats.spend) ?? 0;
    sums.set(place.from, sum);
  }
  return [...sums.values()].map(({ impressions, micro, place }) => ({
    ...{ entityId: adAccountId, ...place, reach: null, impressions },
    spend: fromMicro(micro) ?? 0,
  }));
}
