import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { measures } from '../../../../core/ports/facts.ts';
import { at, chunks, numeric, partValue } from '../../kit/json.ts';
import { reachRanges, type Window, windows } from '../../kit/report.ts';
import type {
  Access,
  Api,
  Calls,
  EntityType,
  PartQuery,
  PartRow,
  ReachQuery,
  ReachRow,
  ReportCapability,
  ReportParts,
  ReportRow,
  Row,
} from '../../types.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { dayOf } from '../wire/dates.ts';
import { every } from '../wire/statuses.ts';
import {
  type Analytics,
  createAnalytics,
  facets,
  hasDelivered,
  longestRange,
  mostRows,
  pivots,
  pivotValues,
} from './analytics.ts';
import {
  campaignOf,
  groupOf,
  idsPerQuestion,
  listGroups,
  nameOf,
  readRows,
  rowId,
} from './objects.ts';
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
      for (const window of windows(from, to, longestRange))
        rows.push(...(await creativeRows(access, window)));
      return named(calls, access, rows.filter(hasDelivered));
    },
    reach,
    parts: createParts(api),
  };

  /** A day with too many rows is asked for campaign by campaign. */
  async function creativeRows(access: Access, window: Window) {
    const params = {
      pivot: pivots.ad,
      timeGranularity: 'DAILY',
      fields: ['dateRange', 'pivotValues', ...figures],
    };
    const rows = await ask(access, window, {
      ...params,
      accounts: [accountUrn(access.adAccountId)],
    });
    if (rows.length < mostRows) return rows;
    if (window.from !== window.to)
      throw tooLarge('The platform reports 15,000 rows at most at a time.');
    const campaigns = (await listGroups(calls, access, { type: 'adset', statuses: every })).map(
      (row) => urnOf('adset', rowId('adset', row)),
    );
    const pieces: Row[] = [];
    for (const some of chunks(campaigns, campaignsPerPiece)) {
      const piece = await ask(access, window, { ...params, campaigns: some });
      if (piece.length >= mostRows)
        throw tooLarge('The platform reports 15,000 rows at most, and one day has more.');
      pieces.push(...piece);
    }
    return pieces;
  }

  async function reach(access: Access, query: ReachQuery) {
    const { level, entityIds } = query;
    const some =
      entityIds === undefined || level === 'account'
        ? [undefined]
        : chunks(entityIds, idsPerQuestion);
    const rows: ReachRow[] = [];
    for (const window of reachRanges(api.wire, query, {
      byDay: longestRange,
      atOnce: longestRange,
    }))
      for (const ids of some) {
        const found = await ask(access, window, {
          pivot: pivots[level],
          timeGranularity: query.by === 'day' ? 'DAILY' : 'ALL',
          fields: [
            'dateRange',
            'pivotValues',
            'approximateMemberReach',
            'impressions',
            'costInLocalCurrency',
          ],
          ...(ids === undefined || level === 'account'
            ? { accounts: [accountUrn(access.adAccountId)] }
            : { [facets[level]]: ids.map((id) => urnOf(level, id)) }),
        });
        if (found.length >= mostRows)
          throw tooLarge('The platform reports 15,000 rows at most at a time.');
        rows.push(...found.filter(hasDelivered).map((row) => reachRow(access, row, query, window)));
      }
    return rows;
  }
}

function reachRow(
  { adAccountId }: Access,
  row: Row,
  { level, by }: ReachQuery,
  window: Window,
): ReachRow {
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

const pivotOf = (row: Row) => pivotValues(row)[0] ?? '';

/** Reports tell no names. */
async function named(
  calls: Calls,
  access: Access,
  rows: readonly Row[],
): Promise<readonly ReportRow[]> {
  const creatives = await readRows(calls, access, 'ad', [...new Set(rows.map(pivotOf))]);
  const campaigns = await readRows(calls, access, 'adset', [
    ...new Set([...creatives.values()].map(campaignOf)),
  ]);
  const groups = await readRows(calls, access, 'campaign', [
    ...new Set([...campaigns.values()].map(groupOf)),
  ]);
  return rows.map((row) => {
    const urn = pivotOf(row);
    const creative = creatives.get(urn) ?? {};
    const campaign = campaigns.get(campaignOf(creative)) ?? {};
    return reportRow(row, urn, { creative, campaign, group: groups.get(groupOf(campaign)) ?? {} });
  });
}

/** A result follows from each campaign, and a group holds several kinds. */
const told = measures.filter((measure) => measure !== 'results');
const mostGroups = 100;

/**
 * The platform tells devices together with their object, placements alone: each campaign group that
 * delivered is asked about. Figures of people are approximate and do not add up: none are offered.
 */
function createParts(api: Api): ReportParts {
  const analytics = createAnalytics(api);
  return {
    kinds: {
      device: { measures: told, finest: 'ad' },
      placement: { measures: told, finest: 'campaign' },
    },
    async read(access, query) {
      const found: Found[] = [];
      for (const window of query.byDay ? windows(query.from, query.to, longestRange) : [query])
        found.push(
          ...(await (query.parts[0] === 'device' ? byDevice : byPlacement)(
            analytics,
            access,
            query,
            window,
          )),
        );
      return namedParts(api, access, query, found);
    },
  };
}

interface Found {
  readonly urn: string;
  readonly word: string | undefined;
  readonly row: Row;
}

const asked = ({ byDay }: PartQuery) => ({
  timeGranularity: byDay ? 'DAILY' : 'ALL',
  fields: ['dateRange', 'pivotValues', ...figures],
});

/** The narrowest ids of the query, in pieces, or the account. */
function scopesOf(access: Access, { campaignIds, adsetIds, adIds }: PartQuery) {
  const named: readonly (readonly [EntityType, readonly string[] | undefined])[] = [
    ['ad', adIds],
    ['adset', adsetIds],
    ['campaign', campaignIds],
  ];
  const [type, ids] = named.find(([, some]) => some !== undefined) ?? [];
  if (type === undefined || ids === undefined)
    return [{ accounts: [accountUrn(access.adAccountId)] }];
  return chunks(ids, idsPerQuestion).map((some) => ({
    [facets[type]]: some.map((id) => urnOf(type, id)),
  }));
}

async function byDevice(analytics: Analytics, access: Access, query: PartQuery, window: Window) {
  const found: Found[] = [];
  for (const scope of scopesOf(access, query)) {
    const rows = await analytics.ask(access, window, {
      q: 'statistics',
      pivots: [pivots[query.level], 'IMPRESSION_DEVICE_TYPE'],
      ...asked(query),
      ...scope,
    });
    if (rows.length >= mostRows)
      throw analytics.tooLarge('The platform reports 15,000 rows at most at a time.');
    for (const row of rows.filter(hasDelivered)) {
      const [urn = '', word] = pivotValues(row);
      found.push({ urn, word, row });
    }
  }
  return found;
}

async function byPlacement(
  analytics: Analytics,
  access: Access,
  query: PartQuery,
  window: Window,
): Promise<readonly Found[]> {
  const groups = new Set<string>();
  for (const scope of scopesOf(access, query)) {
    const params = { pivot: pivots.campaign, ...asked({ ...query, byDay: false }), ...scope };
    for (const row of (await analytics.ask(access, window, params)).filter(hasDelivered))
      groups.add(pivotValues(row)[0] ?? '');
  }
  if (groups.size > mostGroups)
    throw analytics.tooLarge(
      `LinkedIn reports placements of one campaign group at a time, and ${groups.size} delivered.`,
    );
  const found = await mapBounded([...groups], 4, async (urn) => {
    const rows = await analytics.ask(access, window, {
      pivot: 'PLACEMENT_NAME',
      ...asked(query),
      [facets.campaign]: [urn],
    });
    return rows.filter(hasDelivered).map((row) => ({ urn, word: pivotValues(row)[0], row }));
  });
  return found.flat();
}

async function namedParts(
  { calls }: Api,
  access: Access,
  query: PartQuery,
  found: readonly Found[],
): Promise<readonly PartRow[]> {
  const { level, parts, byDay } = query;
  const idsAt = (type: EntityType) =>
    level === type ? found.map(({ urn }) => idOf(type, urn)) : [];
  const distinct = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== '');
  const ads = await readRows(calls, access, 'ad', distinct(idsAt('ad')));
  const adSets = await readRows(
    calls,
    access,
    'adset',
    distinct([...idsAt('adset'), ...[...ads.values()].map(campaignOf)]),
  );
  const groups = await readRows(
    calls,
    access,
    'campaign',
    distinct([...idsAt('campaign'), ...[...adSets.values()].map(groupOf)]),
  );
  return found.map(({ urn, word, row }) => {
    const adId = level === 'ad' ? idOf('ad', urn) : '';
    const adsetId =
      level === 'adset' ? idOf('adset', urn) : adId === '' ? '' : campaignOf(ads.get(adId) ?? {});
    const campaignId =
      level === 'campaign' ? idOf('campaign', urn) : groupOf(adSets.get(adsetId) ?? {});
    const name = (type: EntityType, id: string, rows: ReadonlyMap<string, Row>) =>
      id === '' ? '' : nameOf(type, { id, ...rows.get(id) });
    const figure = (field: (typeof figures)[number]): number =>
      Math.max(0, numeric(row[field]) ?? 0);
    return {
      parts: Object.fromEntries(parts.map((part) => [part, partValue(word)])),
      day: byDay ? (dayOf(at(row, 'dateRange', 'start')) ?? '') : '',
      adId,
      adName: name('ad', adId, ads),
      adsetId,
      adsetName: name('adset', adsetId, adSets),
      campaignId,
      campaignName: name('campaign', campaignId, groups),
      spend: figure('costInLocalCurrency'),
      impressions: figure('impressions'),
      clicks: figure('clicks'),
      results: 0,
      conversions: figure('externalWebsiteConversions'),
      conversionValue: figure('conversionValueInLocalCurrency'),
    };
  });
}
