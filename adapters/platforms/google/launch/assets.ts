import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { LoadedMedia } from '../../../../core/ports/media.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Outcome } from '../../../../core/ports/platform-launch.ts';
import { base64 } from '../../kit/base64.ts';
import { asRow, type Params, rowsOf, text } from '../../kit/json.ts';
import type { UploadOperation } from '../../kit/operations.ts';
import { orFailed, withoutId } from '../../kit/send-launch.ts';
import type { Answer } from '../../kit/wire.ts';
import { youtubeId } from '../asset-types.ts';
import type { Api } from '../wire/client.ts';
import { lastPart, quoted, select } from '../wire/gaql.ts';

/** As the platform's page about asset requirements has it. */
const mostBytes = 5_120 * 1_024;

/** By content, so that it is found again and unique. */
const nameOf = (sha256: string): string => `slipway ${sha256.slice(0, 40)}`;

const taken = 'assetError.DUPLICATE_ASSET_NAME';
const namedOtherwise = 'assetError.CANNOT_MODIFY_ASSET_NAME';

/**
 * The platform keeps one asset of each content: sending it again makes no second one. Where the content has another name, the
 * name is left out.
 */
export async function sendImage(api: Api, access: Access, _operation: UploadOperation, file: LoadedMedia): Promise<Outcome> {
  if (file.bytes.length > mostBytes) {
    const message = `The image has ${Math.ceil(file.bytes.length / 1_024)} KB; the platform takes 5,120 at most.`;
    return { state: 'failed', failure: api.wire.fail('rule', message, 'Export the image smaller.') };
  }
  const create = { type: 'IMAGE', imageAsset: { data: base64(file.bytes) } };
  const name = nameOf(file.sha256);
  const first = await made(api, access, { ...create, name });
  if (first.ok || (first.failure.code !== taken && first.failure.code !== namedOtherwise)) return outcomeOf(api, first);
  if (first.failure.code === namedOtherwise) return outcomeOf(api, await made(api, access, create));
  return named(api, access, name, first.failure);
}

function named(api: Api, access: Access, name: string, refused: PlatformFailure): Promise<Outcome> {
  return orFailed(async () => {
    const [row] = await api.search(access, select(['asset.id'], 'asset', [`asset.name = ${quoted(name)}`]));
    const id = text(asRow(row?.asset)?.id);
    return id === undefined ? { state: 'failed', failure: refused } : { state: 'done', ref: id };
  });
}

/** On YouTube already: the account links it. */
export async function sendVideo(api: Api, access: Access, { media: { url } }: UploadOperation): Promise<Outcome> {
  const youtubeVideoId = youtubeId(url);
  if (youtubeVideoId === undefined) return notOnYoutube(api);
  return outcomeOf(api, await made(api, access, { type: 'YOUTUBE_VIDEO', youtubeVideoAsset: { youtubeVideoId } }));
}

export const notOnYoutube = (api: Api): Outcome => ({
  state: 'failed',
  failure: api.wire.fail('rule', 'A video of an asset group is one on YouTube.', 'Give the address of a video on YouTube.'),
});

const made = (api: Api, access: Access, create: Params): Promise<Answer> =>
  api.wire.call(access, {
    method: 'POST',
    path: `customers/${access.adAccountId}/assets:mutate`,
    body: { operations: [{ create }] },
  });

function outcomeOf(api: Api, answer: Answer): Outcome {
  if (!answer.ok) return { state: answer.maybeDone ? 'unknown' : 'failed', failure: answer.failure };
  const ref = lastPart(text(rowsOf(answer.body.results)[0]?.resourceName));
  if (ref !== '') return { state: 'done', ref };
  return withoutId(api.wire.fail);
}
