import type { Entity } from '../../entity.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  type Endpoints,
  found,
  invalid,
  isObject,
  kinds,
  newId,
  objectBody,
  Refusal,
  requiredOneOf,
  type Turn,
} from '../wire.ts';

const processingMs = 3_000;

export const mediaEndpoints: Endpoints = {
  'POST media': {
    scopes: ['pins:read', 'pins:write'],
    known: [],
    status: 201,
    run(turn) {
      const params = objectBody(turn);
      checkKnown(params, ['media_type']);
      const media_type = requiredOneOf(params, 'media_type', ['video'] as const);
      const slow = turn.fired.get('video-slow');
      const media = turn.world.add({
        id: newId(turn.world),
        kind: kinds.media,
        company: turn.company,
        parents: [],
        data: {
          media_type,
          takes: Number(slow === undefined ? processingMs : (slow.ms ?? processingMs)),
          ...(turn.fired.has('video-error') && { broken: true }),
        },
      });
      return {
        media_id: media.id,
        media_type,
        upload_url: `${turn.base}/storage/`,
        upload_parameters: uploadParameters(media.id),
      };
    },
  },
  'GET media/{media}': {
    scopes: ['pins:read'],
    known: [],
    run(turn) {
      const media = found(turn, kinds.media, turn.ids.media ?? '', 'Media');
      return { media_id: media.id, media_type: media.data.media_type ?? '', status: statusOf(turn.world, media) };
    },
  },
};

/** All of them must come with a video. */
const uploadParameters = (id: string) => ({
  'x-amz-date': '20261115T120000Z',
  'x-amz-signature': `signature-${id}`,
  'x-amz-security-token': `token-${id}`,
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  key: `uploads/${id}.mp4`,
  policy: `policy-${id}`,
  'x-amz-credential': 'sandbox/20261115/us-east-1/s3/aws4_request',
  'Content-Type': 'multipart/form-data',
});

/** All parameters as given, then the file. */
export function storeVideo({ world, body, files, parts }: Pick<Turn, 'world' | 'body' | 'files' | 'parts'>): undefined {
  const params = isObject(body) ? body : {};
  const id = /^uploads\/(\d+)\.mp4$/.exec(String(params.key ?? ''))?.[1] ?? '';
  const media = world.get(id);
  if (media?.kind !== kinds.media) throw new Refusal(403, 'AccessDenied');
  for (const [name, value] of Object.entries(uploadParameters(id)))
    if (params[name] !== value) throw new Refusal(403, `AccessDenied: Invalid according to Policy: ${name}`);
  if (parts.at(-1) !== 'file' || files.length !== 1 || (files[0]?.bytes.length ?? 0) === 0)
    throw new Refusal(400, 'InvalidArgument: POST requires exactly one file upload per request, as its last part.');
  world.change(media.id, { ready_at: world.now() + Number(media.data.takes ?? processingMs) });
  return undefined;
}

function statusOf(world: World, { data }: Entity): 'registered' | 'processing' | 'succeeded' | 'failed' {
  if (data.ready_at === undefined) return 'registered';
  if (Number(data.ready_at) > world.now()) return 'processing';
  return data.broken === true ? 'failed' : 'succeeded';
}

export function checkReady(world: World, media: Entity): void {
  const status = statusOf(world, media);
  if (status !== 'succeeded') throw invalid(`the media is ${status}`);
}
