import { isTooNew } from '../../kit/faults.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import { within } from '../../kit/json.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { pixelId } from '../seed/ids.ts';
import {
  type Endpoints,
  given,
  integer,
  kinds,
  missing,
  newId,
  objectBody,
  paged,
  pageParams,
  required,
  ruled,
  type Turn,
  text,
  words,
  wrong,
} from '../wire.ts';

export const accountEndpoints: Endpoints = {
  'GET ad_account': { run: ({ account }) => ({ id: account.id, ...account.data }) },
  'POST upload': { run: (turn) => ({ file_id: upload(turn).id }) },
  'GET audit_logs': {
    query: ['limit', 'after', 'campaign_id', 'ad_group_id', 'ad_id', 'start_time', 'end_time'],
    run(turn) {
      const [since, until] = [
        integer(turn.query, 'start_time') ?? 0,
        integer(turn.query, 'end_time') ?? Number.MAX_SAFE_INTEGER,
      ];
      const rows = turn.world
        .entities(kinds.audit, turn.account.id)
        .filter((entry) => !isTooNew(turn, entry, 'list-lag'))
        .filter(({ data }) => Number(data.ts) >= since && Number(data.ts) <= until)
        .filter(
          ({ data }) =>
            isAbout(turn, data.ad_group_id, 'ad_group_id') && isAbout(turn, data.obj_id, 'ad_id'),
        )
        .reverse()
        .map(({ id, data }) => ({ id, ...data }));
      return paged(turn, rows, 100);
    },
  },
  'GET conversions/pixels': {
    query: [...pageParams],
    run: (turn) => paged(turn, pixelsOf(turn), 500),
  },
  'POST conversions/pixels': {
    run(turn) {
      const name = required(objectBody(turn), 'name');
      const id = newId(turn.world, 'cds_');
      const data = { pixel_id: `pixel${id.slice(-8)}`, name };
      turn.world.add({ id, kind: kinds.pixel, ...within(turn.account), data });
      return { id, ...data };
    },
  },
  'GET conversions/event_settings': {
    query: [...pageParams],
    run: (turn) => paged(turn, settingsOf(turn), 500),
  },
  'POST conversions/event_settings': {
    run(turn) {
      const body = objectBody(turn) as JsonObject;
      required(body, 'name');
      const id = newId(turn.world, 'ces_');
      turn.world.add({ id, kind: kinds.eventSetting, ...within(turn.account), data: body });
      return { id, ...body };
    },
  },
  'GET geo_lookup/search': {
    query: ['q', 'limit'],
    run(turn) {
      const wanted = required(turn.query, 'q').toLowerCase();
      const limit = integer(turn.query, 'limit') ?? 20;
      if (limit < 1 || limit > 100) throw wrong('limit', "Invalid 'limit': 1 to 100.");
      const data = places.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, limit);
      return { object: 'list', data };
    },
  },
  // Nobody has made one here.
  'GET custom_audiences': { query: [...pageParams], run: (turn) => paged(turn, [], 500) },
};

const pixelsOf = ({ world, account }: Turn) => [
  { id: `cds_${account.id.slice(-8)}`, pixel_id: pixelId(account.id), name: 'Sandbox pixel' },
  ...world.entities(kinds.pixel, account.id).map(({ id, data }) => ({ id, ...data })),
];

const settingsOf = ({ world, account }: Turn) => [
  { id: 'ces_sandbox', name: 'Orders', status: 'active' },
  ...world.entities(kinds.eventSetting, account.id).map(({ id, data }) => ({ id, ...data })),
];

/** Two ids were seen; the others are ours. */
const places = [
  { id: '1000232', type: 'country', country_code: 'US', name: 'United States', region_code: null },
  { id: '1000037', type: 'country', country_code: 'CA', name: 'Canada', region_code: null },
  { id: '2000001', type: 'region', country_code: 'US', name: 'California', region_code: 'CA' },
  { id: '2000002', type: 'region', country_code: 'DE', name: 'München', region_code: 'BY' },
];

const isAbout = ({ query }: Turn, told: unknown, filter: string) =>
  query[filter] === undefined || query[filter] === told;

/** A repeat makes another file. Sizes are not looked at: stand-ins of runs are small. */
function upload(turn: Turn): Entity {
  const { world, account, body, fired } = turn;
  const file = body.files.find(({ part }) => part === 'file');
  if (file === undefined && !given(objectBody(turn), 'image_url')) throw missing('file');
  const image = file === undefined ? undefined : imageFacts(file.bytes);
  if (file !== undefined && (image === undefined || image.format === 'gif'))
    throw ruled('Unsupported image format.');
  if (fired.has('image-refused')) throw ruled('The image must have at least 640x640 pixels.');
  const address = text(objectBody(turn), 'image_url') ?? '';
  if (address.includes('unreachable')) throw ruled('The image could not be downloaded.');
  const data = { filename: words(file?.filename) || address };
  return world.add({ id: newId(world, 'file_'), kind: kinds.file, ...within(account), data });
}
