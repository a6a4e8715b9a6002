import { daysIn, monthEnd, splitRange } from '../../../../core/base/time/days.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReachQuery, ReachRow, ReportCapability, ReportRow } from '../../../../core/ports/platform-report.ts';
import type { Api, Calls } from '../../kit/calls.ts';
import { at, chunks, numeric, type Row } from '../../kit/json.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { dayOf } from '../wire/dates.ts';
import { every } from '../wire/statuses.ts';
import {
  createAnalytics,
  facets,
  hasDelivered,
  longestRange,
  mostRows,
  pivots,
  pivotValues,
  type Window,
  windows,
} from './analytics.ts';
import { campaignOf, groupOf, idsPerQuestion, listGroups, readRows, rowId } from './objects.ts';
import { createParts } from './parts.ts';
import { figures, reportRow } from './report-row.ts';

/** Campaigns of one question, where an account has too many rows. */
const campaignsPerPiece = 50;

export function createReport(api: Api): ReportCapability {
  const { calls } = api;
  const { ask, tooLarge } = createAnalytics(api);
  return {
    // How late a conversion may be counted is not published. A quarter is one question.
    attributionDays: 90,
    async daily(access, { from, to }) {
      const rows: Row[] = [];
      for (const window of windows(from, to)) rows.push(...(await creativeRows(access, window)));
      return named(calls, access, rows.filter(hasDelivered));
    },
    reach: (access, query) => reach(access, query),
    parts: createParts(api),
  };

  /** A day with too many rows is asked for campaign by campaign. */
  async function creativeRows(access: Access, window: Window): Promise<readonly Row[]> {
    const params = { pivot: pivots.ad, timeGranularity: 'DAILY', fields: ['dateRange', 'pivotValues', ...figures] };
    const rows = await ask(access, window, { ...params, accounts: [accountUrn(access.adAccountId)] });
    if (rows.length < mostRows) return rows;
    if (window.from !== window.to) throw tooLarge('The platform reports 15,000 rows at most at a time.');
    const campaigns = (await listGroups(calls, access, { type: 'adset', statuses: every })).map((row) =>
      urnOf('adset', rowId('adset', row)),
    );
    const pieces: Row[] = [];
    for (const some of chunks(campaigns, campaignsPerPiece)) {
      const piece = await ask(access, window, { ...params, campaigns: some });
      if (piece.length >= mostRows) throw tooLarge('The platform reports 15,000 rows at most, and one day has more.');
      pieces.push(...piece);
    }
    return pieces;
  }

  /** Reach is never summed. */
  async function reach(access: Access, query: ReachQuery): Promise<readonly ReachRow[]> {
    const { level, entityIds } = query;
    const some = entityIds === undefined || level === 'account' ? [undefined] : chunks(entityIds, idsPerQuestion);
    const rows: ReachRow[] = [];
    for (const window of rangesOf(query))
      for (const ids of some) {
        const found = await ask(access, window, {
          pivot: pivots[level],
          timeGranularity: query.by === 'day' ? 'DAILY' : 'ALL',
          fields: ['dateRange', 'pivotValues', 'approximateMemberReach', 'impressions', 'costInLocalCurrency'],
          ...(ids === undefined || level === 'account'
            ? { accounts: [accountUrn(access.adAccountId)] }
            : { [facets[level]]: ids.map((id) => urnOf(level, id)) }),
        });
        if (found.length >= mostRows) throw tooLarge('The platform reports 15,000 rows at most at a time.');
        rows.push(...found.filter(hasDelivered).map((row) => reachRow(access, row, query, window)));
      }
    return rows;
  }

  function rangesOf({ from, to, by }: ReachQuery): readonly Window[] {
    if (by === 'month') return splitRange(from, to, monthEnd);
    if (by === 'day') return windows(from, to);
    if (daysIn(from, to) > longestRange) throw tooLarge(`Reach can be asked for over ${longestRange} days at most.`);
    return [{ from, to }];
  }
}

function reachRow({ adAccountId }: Access, row: Row, { level, by }: ReachQuery, window: Window): ReachRow {
  const day = dayOf(at(row, 'dateRange', 'start'));
  const impressions = numeric(row.impressions) ?? 0;
  return {
    entityId: level === 'account' ? adAccountId : idOf(level, pivotOf(row)),
    from: by === 'day' ? (day ?? window.from) : window.from,
    to: by === 'day' ? (day ?? window.to) : window.to,
    reach: numeric(row.approximateMemberReach) ?? null,
    impressions,
    spend: Math.max(0, numeric(row.costInLocalCurrency) ?? 0),
  };
}

const pivotOf = (row: Row): string => pivotValues(row)[0] ?? '';

/** Reports tell no names. */
async function named(calls: Calls, access: Access, rows: readonly Row[]): Promise<readonly ReportRow[]> {
  const creatives = await readRows(calls, access, 'ad', [...new Set(rows.map(pivotOf))]);
  const campaigns = await readRows(calls, access, 'adset', [...new Set([...creatives.values()].map(campaignOf))]);
  const groups = await readRows(calls, access, 'campaign', [...new Set([...campaigns.values()].map(groupOf))]);
  return rows.map((row) => {
    const urn = pivotOf(row);
    const creative = creatives.get(urn) ?? {};
    const campaign = campaigns.get(campaignOf(creative)) ?? {};
    return reportRow(row, urn, { creative, campaign, group: groups.get(groupOf(campaign)) ?? {} });
  });
}
