import { isTooNew } from '../../kit/faults.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import { within } from '../../kit/json.ts';
import type { Entity } from '../../types.ts';
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
  ruled,
  type Turn,
  text,
  words,
} from '../wire.ts';

export const accountEndpoints: Endpoints = {
  'GET ad_account': { run: ({ account }) => ({ id: account.id, object: 'ad_account', ...account.data }) },
  'POST upload': { run: (turn) => ({ file_id: upload(turn).id }) },
  'GET audit_logs': {
    query: ['limit', 'after', 'campaign_id', 'ad_group_id', 'ad_id', 'start_time', 'end_time'],
    run(turn) {
      const [since, until] = [integer(turn.query, 'start_time') ?? 0, integer(turn.query, 'end_time') ?? Number.MAX_SAFE_INTEGER];
      const rows = turn.world
        .entities(kinds.audit, turn.account.id)
        .filter((entry) => !isTooNew(turn, entry, 'list-lag'))
        .filter(({ data }) => Number(data.ts) >= since && Number(data.ts) <= until)
        .filter(({ data }) => isAbout(turn, data.ad_group_id, 'ad_group_id') && isAbout(turn, data.obj_id, 'ad_id'))
        .reverse()
        .map(({ id, data }) => ({ id, ...data }));
      return paged(turn, rows, 100);
    },
  },
  'GET conversions/pixels': {
    run: ({ account }) => ({
      object: 'list',
      data: [{ id: `cds_${account.id.slice(-8)}`, pixel_id: pixelId(account.id), name: 'Sandbox pixel' }],
    }),
  },
};

const isAbout = ({ query }: Turn, told: unknown, filter: string) => query[filter] === undefined || query[filter] === told;

/** A repeat makes another file. Sizes are not looked at: stand-ins of runs are small. */
function upload(turn: Turn): Entity {
  const { world, account, body, fired } = turn;
  const file = body.files.find(({ part }) => part === 'file');
  if (file === undefined && !given(objectBody(turn), 'image_url')) throw missing('file');
  const image = file === undefined ? undefined : imageFacts(file.bytes);
  if (file !== undefined && (image === undefined || image.format === 'gif')) throw ruled('Unsupported image format.');
  if (fired.has('image-refused')) throw ruled('The image must have at least 640x640 pixels.');
  const address = text(objectBody(turn), 'image_url') ?? '';
  if (address.includes('unreachable')) throw ruled('The image could not be downloaded.');
  const data = { filename: words(file?.filename) || address };
  return world.add({ id: newId(world, 'file_'), kind: kinds.file, ...within(account), data });
}
