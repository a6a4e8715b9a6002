import { isTooNew } from '../../kit/faults.ts';
import { imageFacts } from '../../kit/image-bytes.ts';
import { within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table, UploadedFile, World } from '../../types.ts';
import {
  type Endpoints,
  formatTime,
  idsOf,
  invalid,
  kinds,
  missing,
  newId,
  oneOf,
  ownedBy,
  paged,
  Refusal,
  required,
  type Turn,
} from '../wire.ts';

const mostFiles = 40;
/** Simulated time until usable, and until reviewed. */
const processingMs = { image: 900, html: 900, video: 3_000 } as const;
const reviewMs = 5_000;

type Resource = keyof typeof processingMs;
const resources: readonly Resource[] = ['image', 'html', 'video'];
const endings: Table<Resource> = {
  gif: 'image',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  html: 'html',
  mp4: 'video',
  mov: 'video',
};
const assetTypes: { readonly [resource in Resource]: string } = {
  image: 'IMG_INTER_P',
  html: 'HOSTED_HTML',
  video: 'VID_LONG_P',
};

export const assetEndpoints: Endpoints = {
  'POST asset/upload': {
    known: [],
    run(turn) {
      const { files, world, account } = turn;
      if (files.length === 0) throw missing('files');
      if (files.length > mostFiles)
        throw invalid(`At most ${mostFiles} files travel in one upload.`);
      if (files.some(({ part }) => part !== 'files'))
        throw invalid('The part of a file is called files.');
      const upload = world.add({
        id: uploadId(world),
        kind: kinds.upload,
        ...within(account),
        data: { files: files.map((file) => receive(turn, file)) },
      });
      return { upload_id: upload.id };
    },
  },
  'GET asset/upload_result': {
    known: ['upload_id'],
    run(turn) {
      const upload = ownedBy(turn, kinds.upload, required(turn.params, 'upload_id'));
      if (upload === undefined) throw new Refusal(400, 'There is no such upload.');
      const details = (upload.data.files as readonly Received[]).map((file) =>
        detailOf(turn, file),
      );
      const count = (status: string) =>
        details.filter((each) => each.file_status === status).length;
      const pending = count('PENDING');
      return {
        upload_status: pending > 0 ? 'PENDING' : 'FINISHED',
        summary: {
          total: details.length,
          success: count('SUCCESS'),
          failed: count('FAILURE'),
          pending,
        },
        details: turn.fired.has('other-names') ? details.map(inOtherNames) : details,
      };
    },
  },
  'GET asset/list': {
    known: ['ids', 'resource_type', 'page', 'size'],
    run(turn) {
      const ids = idsOf(turn.params, 'ids');
      const resource = oneOf(turn.params, 'resource_type', resources);
      const rows = resources
        .filter((each) => resource === undefined || each === resource)
        .flatMap((each) => turn.world.entities(kinds[each], turn.account.id))
        .filter((asset) => isReady(turn, asset) && (ids === undefined || ids.includes(asset.id)))
        .filter((asset) => !isTooNew(turn, asset, 'list-lag'));
      return paged(rows, turn.params).map((asset) => assetRow(turn, asset));
    },
  },
};

interface Received extends JsonObject {
  readonly name: string;
  readonly asset: string;
  readonly error: string;
}

function receive(turn: Turn, { filename, bytes }: UploadedFile): Received {
  const resource = endings[filename.split('.').pop()?.toLowerCase() ?? ''];
  if (resource === undefined)
    return { name: filename, asset: '', error: 'The type of the file is not supported.' };
  if (turn.fired.has('file-refused'))
    return { name: filename, asset: '', error: 'The file could not be processed.' };
  if (resource === 'image' && imageFacts(bytes) === undefined)
    return { name: filename, asset: '', error: 'The file is no image.' };
  const { world, account, fired } = turn;
  const ready_at = world.now() + Number(fired.get('upload-slow')?.ms ?? processingMs[resource]);
  const asset = world.add({
    id: newId(world),
    kind: kinds[resource],
    ...within(account),
    data: { name: filename, resource, ready_at },
  });
  return { name: filename, asset: asset.id, error: '' };
}

const uploadId = (world: World) => world.sequence().toString(16).padStart(32, 'c7a3db4226b24bd8');

const isReady = ({ world }: Pick<Turn, 'world'>, { data }: Entity) =>
  Number(data.ready_at ?? 0) <= world.now();

/** A file gets its id once it is processed. */
function detailOf(turn: Turn, { name, asset: id, error }: Received): JsonObject {
  const asset = id === '' ? undefined : turn.world.get(id);
  if (asset === undefined) return { name, file_status: 'FAILURE', error_message: error };
  if (!isReady(turn, asset) || turn.fired.has('upload-stuck'))
    return { name, file_status: 'PENDING' };
  const { url = '', resource_type = '' } = assetRow(turn, asset);
  return {
    id,
    name,
    file_status: 'SUCCESS',
    url,
    resource_type,
    uploadTime: formatTime(asset.created),
  };
}

/** The names of AppLovin's other document. */
const inOtherNames = ({
  id,
  name,
  file_status,
  error_message,
  ...others
}: JsonObject): JsonObject => ({
  ...others,
  ...(id !== undefined && { asset_id: id }),
  file_name: name ?? '',
  status: file_status ?? '',
  ...(error_message !== undefined && { message: error_message }),
});

export function assetOf(turn: Turn, id: string) {
  const asset = resources
    .map((each) => ownedBy(turn, kinds[each], id))
    .find((each) => each !== undefined);
  if (asset === undefined || !isReady(turn, asset))
    throw new Refusal(400, `There is no asset ${id}.`);
  return asset;
}

export function assetRow({ world, base }: Turn, { id, data, created }: Entity): JsonObject {
  const resource = resources.find((each) => each === data.resource) ?? 'image';
  return {
    id,
    name: data.name ?? '',
    url: `${base}/files/${id}`,
    status: world.now() - created < reviewMs ? 'IN_REVIEW' : 'ACTIVE',
    asset_type: assetTypes[resource],
    resource_type: resource.toUpperCase(),
    upload_time: formatTime(created),
    violation_reasons: [],
  };
}
