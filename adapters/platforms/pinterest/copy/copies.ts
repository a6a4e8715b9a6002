import { PlatformError } from '../../../../core/base/errors.ts';
import { said, text, wordsIn } from '../../kit/json.ts';
import { tagged } from '../../kit/links.ts';
import {
  type CopyTimes,
  copiedWindow,
  copyTimes,
  namedIn,
  type Rebuilding,
  rebuildFrom,
  sourceTree,
} from '../../kit/rebuild.ts';
import type {
  Access,
  Answer,
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
import { createPin } from '../launch/pins.ts';
import { looksLike, marked, markOf, pinMark, uncertain, unmarked } from '../mark.ts';
import { listRows, readRows, shapes } from '../read/entities.ts';
import { cardsOf, creativeTypeOf, pictureOf, pinsOfBoard, readPin } from '../read/pins.ts';
import { itemsOf } from '../wire/items.ts';
import { livingStatuses, msOfSeconds, pathOf, toSeconds } from '../wire/values.ts';

export function createCopies(ports: RebuildPorts, times: CopyTimes): DuplicateCapability {
  const { calls } = ports;
  return {
    ...copyTimes(times),
    tree: (access, type, id) => readTree(ports, access, type, id),
    recreate: (access, request) => rebuildFrom(createRebuilding(ports, request), access, request),
    async named(access, type, part) {
      const rows = await listRows(calls, access, type, { entity_statuses: livingStatuses });
      return namedIn(rows, part, { id: 'id', name: 'name' });
    },
  };
}

async function readTree(
  { calls, wire }: Api,
  access: Access,
  type: EntityType,
  id: string,
): Promise<CopySource> {
  const root = (await readRows(calls, access, type, [id])).get(id);
  if (root === undefined) throw wire.notFound(id);
  const below = {
    ...(type === 'campaign' ? { campaign_ids: [id] } : { ad_group_ids: [id] }),
    entity_statuses: livingStatuses,
  };
  const adSets = type === 'campaign' ? await listRows(calls, access, 'adset', below) : [];
  const ads = type === 'ad' ? [] : await listRows(calls, access, 'ad', below);
  return sourceTree({ type, root, adSets, ads }, (level, row) => shapes.node(access, level, row));
}

const campaignFields = wordsIn(`
  objective_type daily_spend_cap lifetime_spend_cap is_campaign_budget_optimization is_performance_plus tracking_urls
`);
const adGroupFields = wordsIn(`
  billable_event budget_in_micro_currency budget_type bid_in_micro_currency bid_strategy_type targeting_spec
  auto_targeting_enabled pacing_delivery_type placement_group tracking_urls lifetime_frequency_cap bid_multiplier
  optimization_goal_metadata targeting_template_ids is_creative_optimization
`);
const adFields = wordsIn(`
  creative_type pin_id destination_url customizable_cta_type tracking_urls click_tracking_url ios_deep_link android_deep_link
  carousel_destination_urls grid_click_type
`);

const changedOf = (row: Row, { status }: CopyRequest, now: number) => ({
  status,
  ...schedule(row, now),
});

const types: Rebuilding['types'] = {
  campaign: {
    keep: campaignFields,
    name: 'name',
    changed: (row, request, now) => ({
      ...changedOf(row, request, now),
      // The platform may send 0 for unset fields.
      ...(row.daily_spend_cap === 0 && { daily_spend_cap: undefined }),
      ...(row.lifetime_spend_cap === 0 && { lifetime_spend_cap: undefined }),
    }),
  },
  adset: { keep: adGroupFields, name: 'name', parent: 'campaign_id', changed: changedOf },
  ad: {
    keep: adFields,
    name: 'name',
    parent: 'ad_group_id',
    changed: (row, { status, values }) => ({ status, ...otherLink(row, values) }),
  },
};

interface RebuildPorts extends Api {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** An ad shows the same pin, unless its texts change. */
const createRebuilding = (api: RebuildPorts, request: CopyRequest): Rebuilding => ({
  types,
  clock: api.clock,
  fail: api.wire.fail,
  async read(access, type, id) {
    const row = (await readRows(api.calls, access, type, [id])).get(id);
    if (row === undefined || type !== 'ad') return row;
    const pin_id = await otherPin(api, access, said(row.pin_id), request);
    return pin_id === undefined ? row : { ...row, pin_id };
  },
  create: (access, type, params) =>
    create(api, access, pathOf(access.adAccountId, type), accountOf(access, type, params)),
  idOf: (_type, { body }) => text(body.id),
});

const accountOf = ({ adAccountId }: Access, type: string, params: Params) =>
  type === 'campaign' ? { ad_account_id: adAccountId, ...params } : params;

async function create(
  { calls, wire }: Api,
  access: Access,
  path: string,
  params: Params,
): Promise<Answer> {
  const answer = await calls.tried(access, path, [params]);
  if (!answer.ok) return answer;
  const [item] = itemsOf(wire, access, { path, answer, sent: [params] });
  if (item === undefined || 'failure' in item)
    return {
      ok: false,
      ...(item ?? {
        failure: wire.fail('transient', 'The platform answered nothing.'),
        maybeDone: true,
      }),
    };
  return { ...answer, data: item.row, body: item.row };
}

/** An ad leads to its own link, not its pin's. */
function otherLink(row: Row, values: CopyRequest['values']) {
  const { url, urlTags } = values ?? {};
  if (url === undefined && urlTags === undefined) return {};
  const link = url ?? text(row.destination_url)?.split('?', 1)[0];
  return link === undefined ? {} : { destination_url: tagged(link, urlTags) };
}

function schedule(row: Row, now: number) {
  const { start, end } = copiedWindow(
    { start: msOfSeconds(row.start_time), end: msOfSeconds(row.end_time) },
    now,
  );
  return {
    ...(start !== undefined && { start_time: toSeconds(start) }),
    ...(end !== undefined && { end_time: toSeconds(end) }),
  };
}

/** An unanswered copy is asked about within this time. */
const attemptsWithinMs = 15 * 60 * 1000;

/**
 * A pin like the ad's, with the first of the other texts. Undefined without other texts. Throws
 * `PlatformError`.
 */
async function otherPin(api: RebuildPorts, access: Access, pinId: string, request: CopyRequest) {
  const { primaryTexts, headlines } = request.values ?? {};
  if (primaryTexts?.[0] === undefined && headlines?.[0] === undefined) return undefined;
  const { calls, wire, secrets } = api;
  const pin = await readPin(calls, access, pinId);
  if (pin === undefined) throw wire.notFound(pinId);
  const board = said(pin.board_id);
  const [title, description] = [
    headlines?.[0] ?? text(pin.title),
    primaryTexts?.[0] ?? text(pin.description),
  ];
  const link = unmarked(text(pin.link));
  const mark =
    request.marker === undefined ? undefined : await pinMark(secrets, 'copy', request.marker);
  if (mark !== undefined) {
    // An unanswered attempt may have made it.
    const pins = await pinsOfBoard(calls, access, board);
    const made = pins.find((each) => markOf(each) === mark);
    if (made !== undefined) return text(made.id);
    const since = (wire.platformNow() ?? api.clock.now()) - attemptsWithinMs;
    const like = pins.find(
      (each) => text(each.id) !== pinId && looksLike(each, { title, description }, since),
    );
    if (like !== undefined) throw new PlatformError(uncertain(wire.fail, said(like.id)));
  }
  const created = await createPin(api, access, {
    board_id: board,
    title,
    description,
    link: mark === undefined ? link : marked(link, mark),
    alt_text: text(pin.alt_text),
    media_source: sourceOf(api, pin),
  });
  if (!created.ok) throw new PlatformError(created.failure);
  return created.ref;
}

/** Pictures have addresses; a video cannot be used for another pin. */
function sourceOf({ wire }: Api, pin: Row) {
  const type = creativeTypeOf(pin);
  const url = pictureOf(pin.media);
  if (type === 'CAROUSEL')
    return {
      source_type: 'multiple_image_urls',
      items: cardsOf(pin).map((card) => ({
        title: text(card.title),
        description: text(card.description),
        link: text(card.link),
        url: pictureOf(card),
      })),
    };
  if (type === 'REGULAR' && url !== undefined) return { source_type: 'image_url', url };
  const message =
    'The texts of a video belong to its pin, and the platform makes no other pin of it.';
  throw wire.error(
    'rule',
    message,
    'Copy the ad with its texts, or launch the video again with other texts.',
  );
}
