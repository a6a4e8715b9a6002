import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, at, defined, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import {
  type CopyTimes,
  copiedWindow,
  copyTimes,
  kept,
  namedIn,
  type Rebuilding,
  rebuildFrom,
  sourceTree,
} from '../../kit/rebuild.ts';
import type {
  Access,
  Api,
  Clock,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
  Params,
  Row,
  Secrets,
} from '../../types.ts';
import { idempotencyKey, singleKey } from '../launch/keys.ts';
import { listRows, readRow, shapes } from '../read/rows.ts';
import { isLiving, msOf, nouns, statusWords, toSeconds } from '../wire/values.ts';

interface CopyPorts extends Api {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** The platform copies nothing itself. */
export function createCopies(ports: CopyPorts, times: CopyTimes): DuplicateCapability {
  const { calls } = ports;
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(ports, access, type, id),
    recreate: (access, request) => rebuildFrom(rebuilding(ports, request), access, request),
    // Lists filter by whole names alone.
    named: async (access, type, part) =>
      namedIn((await listRows(calls, access, type)).filter(isLiving), part, {
        id: 'id',
        name: 'name',
      }),
  };
}

async function readTree(
  { calls, wire }: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const root = await readRow(calls, access, type, id);
  if (root === undefined) throw wire.notFound(id);
  const parent = type === 'ad' ? undefined : { type, id };
  const adSets =
    type === 'campaign' ? (await listRows(calls, access, 'adset', parent)).filter(isLiving) : [];
  const ads =
    parent === undefined ? [] : (await listRows(calls, access, 'ad', parent)).filter(isLiving);
  const group =
    type === 'ad' ? await readRow(calls, access, 'adset', said(root.ad_group_id)) : root;
  const campaignOf = (row: Row) =>
    type === 'campaign' ? id : (text(row.campaign_id) ?? text(group?.campaign_id));
  return sourceTree({ type, root, adSets, ads }, (level, row) =>
    shapes.node(access, level, { ...row, campaign_id: campaignOf(row) }),
  );
}

const shared = ['description', 'landing_page_configuration'];
const campaignFields = wordsIn(`
  bidding_type conversion_event_setting_ids mode product_feed_id business_agent_id objective billing_event_type
`);

const types: Rebuilding['types'] = {
  campaign: {
    keep: [...shared, ...campaignFields],
    name: 'name',
    changed: (row, { status }, now) => ({
      status: statusWords[status],
      budget: kept(asRow(row.budget) ?? {}, [
        'daily_spend_limit_micros',
        'lifetime_spend_limit_micros',
      ]),
      ...writableTargeting(row),
      ...schedule(row, now),
    }),
  },
  adset: {
    keep: [...shared, 'context_hints', 'product_set'],
    name: 'name',
    parent: 'campaign_id',
    changed: ({ bidding_config }, { status }) => ({
      status: statusWords[status],
      bidding_config: kept(
        asRow(bidding_config) ?? {},
        wordsIn('billing_event_type strategy max_bid_micros custom_audience_bid_multipliers'),
      ),
    }),
  },
  ad: {
    keep: ['landing_page_configuration'],
    name: 'name',
    parent: 'ad_group_id',
    changed: ({ creative }, { status, values = {} }) => ({
      status: statusWords[status],
      creative: {
        ...kept(
          asRow(creative) ?? {},
          wordsIn('type title body target_url file_id price image_crop'),
        ),
        ...defined({
          body: values.primaryTexts?.[0],
          title: values.headlines?.[0],
          target_url: values.url,
        }),
      },
      ...(values.urlTags !== undefined && {
        landing_page_configuration: { query_string_template: values.urlTags },
      }),
    }),
  },
};

/** Answers write places out; requests name them by id. */
function writableTargeting({ targeting }: Row): Params {
  const told = asRow(targeting);
  if (told === undefined) return {};
  const places = (name: string) => {
    const value = told[name];
    if (value === undefined || value === null) return undefined;
    const include = (Array.isArray(value) ? rowsOf(value) : rowsOf(at(value, 'include'))).map(
      ({ id }) => ({ id }),
    );
    const countries = at(value, 'countries');
    return defined({
      countries: Array.isArray(countries) && countries.length > 0 ? countries : undefined,
      include: include.length > 0 ? include : undefined,
    });
  };
  return {
    targeting: defined({
      ...kept(told, wordsIn('custom_audiences excluded_custom_audiences platforms')),
      locations: places('locations'),
      excluded_locations: places('excluded_locations'),
    }),
  };
}

function schedule(row: Row, now: number) {
  const { start, end } = copiedWindow(
    { start: msOf(row.start_time), end: msOf(row.end_time) },
    now,
  );
  return defined({
    start_time: start === undefined ? undefined : toSeconds(start),
    end_time: end === undefined ? undefined : toSeconds(end),
  });
}

const rebuilding = (
  { calls, wire, clock, secrets }: CopyPorts,
  request: CopyRequest,
): Rebuilding => ({
  types,
  clock,
  fail: wire.fail,
  async read(access, type, id) {
    const row = await readRow(calls, access, type, id);
    return row === undefined || type !== 'ad' ? row : withFile({ calls, wire }, access, row);
  },
  async create(access, type, params) {
    const { marker } = request;
    // Copies without a marker may be wanted several times.
    const headers =
      marker === undefined
        ? singleKey(secrets)
        : await idempotencyKey(secrets, [request.sourceId, marker], params);
    return calls.tried(access, nouns[type].path, params, { headers });
  },
  idOf: (_type, { body }) => text(body.id),
});

/** Where an answer shows the picture and not its file, the platform takes the picture once more. */
async function withFile({ calls, wire }: Api, access: Access, row: Row): Promise<Row> {
  const [file, url] = [
    text(at(row, 'creative', 'file_id')),
    text(at(row, 'creative', 'image_url')),
  ];
  if (file !== undefined || url === undefined) return row;
  const file_id = text(
    (await calls.write(access, 'upload', { image_url: url }, harmlessTwice)).file_id,
  );
  if (file_id === undefined)
    throw wire.error('transient', 'The platform took the picture without an id.');
  return { ...row, creative: { ...asRow(row.creative), file_id } };
}
