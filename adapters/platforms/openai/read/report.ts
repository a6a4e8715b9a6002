import { PlatformError } from '../../../../core/base/errors.ts';
import { addDays, dayAt } from '../../../../core/base/time/days.ts';
import { numeric, rowsOf, said, text } from '../../kit/json.ts';
import { hasDelivered } from '../../kit/report.ts';
import type {
  Access,
  Api,
  Clock,
  Params,
  ReportCapability,
  ReportQuery,
  ReportRow,
  Row,
} from '../../types.ts';
import { wholeOfFigure } from '../money.ts';
import { msOf, objectiveOf } from '../wire/values.ts';
import { listAll } from './rows.ts';

/** Conversions are restated for 30 days after a click; one more for the platform's own day. */
const attributionDays = 31;
const rowsPerPage = 2_000;
const path = 'ad_account/insights';
const figures = ['spend', 'impressions', 'clicks'];
/**
 * Asked for with a range alone, and apart from the figures: a name that the platform does not know
 * refuses a whole question.
 */
const conversions = ['conversions', 'order_created_attributed_sales'];
/**
 * The pages ask for them by name, one caller with the level before it: which one is right was not
 * seen.
 */
const spellings = [(name: string) => name, ofAd] as const;

export function createReport(api: Api & { readonly clock: Clock }): ReportCapability {
  const { calls, clock } = api;
  const untold = new Map<string, string>();
  let spelling = 0;
  return {
    attributionDays,
    untold: (adAccountId) => untold.get(adAccountId),
    async daily(access, query) {
      const rows = await dayRows(access, query);
      if (rows.length === 0) return [];
      const names = await namesOf(api, access);
      return rows
        .map((row) => reportRow(access, row, names))
        .filter((row) => isWithin(row, query) && hasDelivered(row));
    },
    // The platform tells no reach.
    reach: async () => [],
  };

  /**
   * Buckets that end after now are left out of a range: today comes from a question without one.
   */
  async function dayRows(access: Access, { from, to }: ReportQuery) {
    const today = dayAt(clock.now(), access.timezone);
    const until = to < today ? to : addDays(today, -1);
    const over = from <= until ? await rangeRows(access, rangeOf(access, from, until)) : [];
    return to < today ? over : [...over, ...(await runningDay(access, today))];
  }

  async function rangeRows(access: Access, range: Params): Promise<readonly Row[]> {
    const rows = await calls.list(access, path, { ...asked(figures.map(ofAd)), ...range });
    if (rows.length === 0) return rows;
    const converted = new Map(
      (await conversionRows(access, range)).map((row) => [said(row.id), row]),
    );
    return rows.map((row) => ({ ...converted.get(said(row.id)), ...row }));
  }

  /**
   * Where each spelling is refused, figures without conversions are better than none, and the
   * report says so.
   */
  async function conversionRows(access: Access, range: Params): Promise<readonly Row[]> {
    let refused: unknown;
    for (let tried = 0; tried < spellings.length; tried += 1) {
      const at = (spelling + tried) % spellings.length;
      try {
        const rows = await calls.list(access, path, {
          ...asked(conversions.map(spellings[at] ?? ofAd)),
          ...range,
        });
        spelling = at;
        untold.delete(access.adAccountId);
        return rows;
      } catch (error) {
        if (!(error instanceof PlatformError) || !['invalid', 'rule'].includes(error.failure.class))
          throw error;
        refused = error.failure.message;
      }
    }
    untold.set(access.adAccountId, `OpenAI Ads refused to tell conversions and sales: ${refused}`);
    return [];
  }

  /** Newest first: reading ends with the first older row. */
  async function runningDay(access: Access, today: string) {
    const rows: Row[] = [];
    let after: string | undefined;
    do {
      const answer = await calls.read(access, path, { ...asked(figures.map(ofAd)), after });
      const page = rowsOf(answer);
      const ofToday = page.filter((row) => dayOf(access, row) === today);
      rows.push(...ofToday);
      after =
        answer.has_more === true && ofToday.length === page.length
          ? text(answer.last_id)
          : undefined;
    } while (after !== undefined);
    return rows;
  }
}

const asked = (fields: readonly string[]): Params => ({
  aggregation_level: 'ad',
  time_granularity: 'daily',
  limit: rowsPerPage,
  fields,
});

function ofAd(name: string): string {
  return `ad.${name}`;
}

const rangeOf = ({ timezone }: Access, since: string, until: string): Params => ({
  time_ranges: [{ type: 'date_range', since, until, timezone }],
});

interface Names {
  readonly ads: ReadonlyMap<string, Row>;
  readonly adSets: ReadonlyMap<string, Row>;
  readonly campaigns: ReadonlyMap<string, Row>;
}

async function namesOf({ calls }: Api, access: Access): Promise<Names> {
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [said(row.id), row] as const));
  const { campaigns, adSets, ads } = await listAll(calls, access);
  return { ads: byId(ads), adSets: byId(adSets), campaigns: byId(campaigns) };
}

const dayOf = ({ timezone }: Access, { start_time }: Row) => dayAt(msOf(start_time) ?? 0, timezone);

/** `start=…:end=…:entity_id=ad_1`. */
const adOf = (row: Row) =>
  text(row.ad_id) ?? /entity_id=([A-Za-z0-9_-]+)/.exec(said(row.id))?.[1] ?? '';

const resultOf: { readonly [objective: string]: 'impressions' | 'clicks' | 'conversions' } = {
  impressions: 'impressions',
  clicks: 'clicks',
  conversions: 'conversions',
};

function reportRow(access: Access, row: Row, { ads, adSets, campaigns }: Names): ReportRow {
  const adId = adOf(row);
  const ad = ads.get(adId) ?? {};
  const adsetId = said(ad.ad_group_id);
  const adSet = adSets.get(adsetId) ?? {};
  const campaignId = said(adSet.campaign_id);
  const campaign = campaigns.get(campaignId) ?? {};
  const resultType = resultOf[objectiveOf(campaign)];
  // Asked as `ad.spend`, told as `spend`; the schema also has `ad_spend`.
  const told = (name: string) => row[name] ?? row[`ad_${name}`];
  const figure = (name: string) => numeric(told(name)) ?? 0;
  return {
    day: dayOf(access, row),
    adId,
    adName: said(ad.name),
    adsetId,
    adsetName: said(adSet.name),
    campaignId,
    campaignName: said(campaign.name),
    country: '',
    spend: wholeOfFigure(told('spend')),
    impressions: figure('impressions'),
    clicks: figure('clicks'),
    results: resultType === undefined ? 0 : figure(resultType),
    conversions: figure('conversions'),
    conversionValue: wholeOfFigure(told('order_created_attributed_sales')),
    ...(resultType !== undefined && { resultType }),
  };
}

const isWithin = ({ day }: ReportRow, { from, to }: ReportQuery) => day >= from && day <= to;
