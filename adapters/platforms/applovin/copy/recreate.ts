import { asRow, at, numeric, rowsOf, text, wordsIn } from '../../kit/json.ts';
import type { RebuiltType } from '../../kit/rebuild.ts';
import type { CopyRequest, Row } from '../../types.ts';
import { byCountry, decimal, typeOf } from '../read/campaigns.ts';
import { msOf, platformTime, statusWords } from '../wire/values.ts';

const day = 24 * 60 * 60 * 1000;

const campaignFields = wordsIn(`
  type platform package_name itunes_id website_url bidding_strategy targeting tracking audience_strategy
`);

/**
 * The platform makes campaigns live. A copy starts a day later at the earliest, in any zone the
 * platform reads the date in, and is paused until then.
 */
export const campaignCopy: RebuiltType = {
  keep: campaignFields,
  name: 'name',
  changed: (row, { status }, now) => ({
    ...catalog(row),
    ...amounts(row),
    ...dates(row, now),
    // Ignored by the platform today.
    status: statusWords[status],
  }),
};

const catalog = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([field, value]) => field.startsWith('catalog_') && value !== null && value !== '',
    ),
  );

function amounts(row: Row) {
  const goal = asRow(row.goal) ?? {};
  return {
    budget: amountsIn(
      row,
      'budget',
      'daily_budget_for_all_countries',
      'country_code_to_daily_budget',
    ),
    goal: {
      ...amountsIn(row, 'goal', 'goal_value_for_all_countries', 'country_code_to_goal_value'),
      ...Object.fromEntries(
        ['goal_type', 'roas_day_target', 'event_target'].flatMap((field) =>
          goal[field] === undefined || goal[field] === null || goal[field] === ''
            ? []
            : [[field, goal[field]]],
        ),
      ),
    },
  };
}

function amountsIn(row: Row, part: string, forAll: string, forEach: string) {
  const countries = byCountry(at(row, part, forEach));
  if (countries !== undefined)
    return {
      [forEach]: Object.fromEntries(
        Object.entries(countries).map(([country, amount]) => [country, decimal(amount)]),
      ),
    };
  const amount = numeric(at(row, part, forAll));
  return amount === undefined ? {} : { [forAll]: decimal(amount) };
}

function dates(row: Row, now: number) {
  const [start, end] = [msOf(row.start_date), msOf(row.end_date)];
  const begins = Math.max(start ?? 0, now + day);
  if (end === undefined) return { start_date: platformTime(begins) };
  const lasts = Math.max(day, end - (start ?? end));
  return {
    start_date: platformTime(begins),
    end_date: platformTime(end > begins ? end : begins + lasts),
  };
}

export const setCopy: RebuiltType = {
  keep: ['type', 'languages', 'countries', 'product_page', 'creative_set_url'],
  name: 'name',
  parent: 'campaign_id',
  changed: (row, request) => ({
    assets: rowsOf(row.assets).flatMap((asset) =>
      text(asset.id) === undefined ? [] : [{ id: text(asset.id) }],
    ),
    status: statusWords[request.status],
    ...otherAddress(row, request),
  }),
};

/** Only the set of a web shop has an address; sets have no texts. */
function otherAddress(row: Row, { values }: CopyRequest) {
  const { url, urlTags } = values ?? {};
  if (typeOf(row) !== 'WEB' || (url === undefined && urlTags === undefined)) return {};
  const address = url ?? text(row.creative_set_url)?.split('?', 1)[0];
  return address === undefined ? {} : { creative_set_url: withTags(address, urlTags) };
}

export function withTags(address: string, tags: string | undefined) {
  if (tags === undefined || tags === '') return address;
  const [before = '', fragment] = address.split('#', 2);
  return `${before}${before.includes('?') ? '&' : '?'}${tags}${fragment === undefined ? '' : `#${fragment}`}`;
}
