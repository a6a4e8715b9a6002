import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { measures } from '../../../../core/ports/facts.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { PartQuery, PartRow, ReportParts } from '../../../../core/ports/platform-report.ts';
import type { Api } from '../../kit/calls.ts';
import { at, chunks, numeric, type Params, partValue, type Row } from '../../kit/json.ts';
import { accountUrn, idOf, urnOf } from '../urns.ts';
import { dayOf } from '../wire/dates.ts';
import {
  type Analytics,
  createAnalytics,
  facets,
  hasDelivered,
  mostRows,
  pivots,
  pivotValues,
  type Window,
  windows,
} from './analytics.ts';
import { campaignOf, groupOf, idsPerQuestion, nameOf, readRows } from './objects.ts';
import { figures } from './report-row.ts';

/** A result follows from each campaign, and a group holds several kinds. */
const told = measures.filter((measure) => measure !== 'results');
/** Campaign groups asked about one by one. */
const mostGroups = 100;

/**
 * The platform tells devices together with their object, placements alone: each campaign group that delivered is asked about.
 * Figures of people are approximate and do not add up: none are offered.
 */
export function createParts(api: Api): ReportParts {
  const analytics = createAnalytics(api);
  return {
    kinds: { device: { measures: told, finest: 'ad' }, placement: { measures: told, finest: 'campaign' } },
    async read(access, query) {
      const found: Found[] = [];
      for (const window of query.byDay ? windows(query.from, query.to) : [query])
        found.push(...(await (query.parts[0] === 'device' ? byDevice : byPlacement)(analytics, access, query, window)));
      return named(api, access, query, found);
    },
  };
}

interface Found {
  readonly urn: string;
  readonly word: string | undefined;
  readonly row: Row;
}

const asked = ({ byDay }: PartQuery): Params => ({
  timeGranularity: byDay ? 'DAILY' : 'ALL',
  fields: ['dateRange', 'pivotValues', ...figures],
});

/** The narrowest ids of the query, in pieces, or the account. */
function scopesOf(access: Access, { campaignIds, adsetIds, adIds }: PartQuery): readonly Params[] {
  const named: readonly (readonly [EntityType, readonly string[] | undefined])[] = [
    ['ad', adIds],
    ['adset', adsetIds],
    ['campaign', campaignIds],
  ];
  const [type, ids] = named.find(([, some]) => some !== undefined) ?? [];
  if (type === undefined || ids === undefined) return [{ accounts: [accountUrn(access.adAccountId)] }];
  return chunks(ids, idsPerQuestion).map((some) => ({ [facets[type]]: some.map((id) => urnOf(type, id)) }));
}

async function byDevice(analytics: Analytics, access: Access, query: PartQuery, window: Window): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const scope of scopesOf(access, query)) {
    const rows = await analytics.ask(access, window, {
      q: 'statistics',
      pivots: [pivots[query.level], 'IMPRESSION_DEVICE_TYPE'],
      ...asked(query),
      ...scope,
    });
    if (rows.length >= mostRows) throw analytics.tooLarge('The platform reports 15,000 rows at most at a time.');
    for (const row of rows.filter(hasDelivered)) {
      const [urn = '', word] = pivotValues(row);
      found.push({ urn, word, row });
    }
  }
  return found;
}

async function byPlacement(analytics: Analytics, access: Access, query: PartQuery, window: Window): Promise<readonly Found[]> {
  const groups = new Set<string>();
  for (const scope of scopesOf(access, query)) {
    const params = { pivot: pivots.campaign, ...asked({ ...query, byDay: false }), ...scope };
    for (const row of (await analytics.ask(access, window, params)).filter(hasDelivered)) groups.add(pivotValues(row)[0] ?? '');
  }
  if (groups.size > mostGroups)
    throw analytics.tooLarge(`LinkedIn reports placements of one campaign group at a time, and ${groups.size} delivered.`);
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

/** Reports tell no names. */
async function named({ calls }: Api, access: Access, query: PartQuery, found: readonly Found[]): Promise<readonly PartRow[]> {
  const { level, parts, byDay } = query;
  const idsAt = (type: EntityType): readonly string[] => (level === type ? found.map(({ urn }) => idOf(type, urn)) : []);
  const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)].filter((id) => id !== '');
  const ads = await readRows(calls, access, 'ad', distinct(idsAt('ad')));
  const adSets = await readRows(calls, access, 'adset', distinct([...idsAt('adset'), ...[...ads.values()].map(campaignOf)]));
  const groups = await readRows(
    calls,
    access,
    'campaign',
    distinct([...idsAt('campaign'), ...[...adSets.values()].map(groupOf)]),
  );
  return found.map(({ urn, word, row }) => {
    const adId = level === 'ad' ? idOf('ad', urn) : '';
    const adsetId = level === 'adset' ? idOf('adset', urn) : adId === '' ? '' : campaignOf(ads.get(adId) ?? {});
    const campaignId = level === 'campaign' ? idOf('campaign', urn) : groupOf(adSets.get(adsetId) ?? {});
    const name = (type: EntityType, id: string, rows: ReadonlyMap<string, Row>) =>
      id === '' ? '' : nameOf(type, { id, ...rows.get(id) });
    const figure = (field: (typeof figures)[number]): number => Math.max(0, numeric(row[field]) ?? 0);
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
