import { PlatformError } from '../../../../core/base/errors.ts';
import { markedName } from '../../kit/claims.ts';
import { asRow, rowsOf, text } from '../../kit/json.ts';
import type {
  Access,
  Answer,
  Api,
  Call,
  Calls,
  LoadedMedia,
  Outcome,
  Params,
  ReadyOperation,
  Row,
  UploadOperation,
  Wire,
} from '../../types.ts';

export interface UploadPorts extends Api {
  readonly md5: (bytes: Uint8Array) => string;
}

type Uploaded = { readonly ok: true; readonly ref: string } | (Answer & { ok: false });

const longestName = 100;
const pagesToSearch = 5;

/**
 * The platform refuses the second image or video of a name (40911). A name made from the content
 * makes an upload harmless when repeated.
 */
const imageName = (filename: string, sha256: string) => named(filename, ` ${sha256.slice(0, 32)}`);

/** Names the operation, which must be found again. */
const videoName = ({ media, batch, id }: Pick<UploadOperation, 'media' | 'batch' | 'id'>) =>
  named(media.filename, ` [${batch} ${id}]`);

const coverName = (videoId: string): string => named('cover', ` ${videoId}`);

const named = (filename: string, mark: string) => markedName(filename, mark, longestName);

export async function uploadImage(
  ports: UploadPorts,
  access: Access,
  file: LoadedMedia,
): Promise<Uploaded> {
  const name = imageName(file.filename, file.sha256);
  const image: Call = {
    method: 'POST',
    path: 'file/image/ad/upload/',
    body: {
      upload_type: 'UPLOAD_BY_FILE',
      image_signature: ports.md5(file.bytes),
      file_name: name,
    },
    files: [
      {
        part: 'image_file',
        filename: file.filename,
        contentType: file.contentType,
        bytes: file.bytes,
      },
    ],
  };
  return imageUnder(ports, access, image, name);
}

export async function uploadImageFrom(
  ports: UploadPorts,
  access: Access,
  url: string,
  name: string,
): Promise<Uploaded> {
  const body = { upload_type: 'UPLOAD_BY_URL', image_url: url, file_name: name };
  return imageUnder(ports, access, { method: 'POST', path: 'file/image/ad/upload/', body }, name);
}

async function imageUnder(
  ports: UploadPorts,
  access: Access,
  call: Call,
  name: string,
): Promise<Uploaded> {
  const uploaded = outcomeOf(await ports.wire.call(access, call), ports.wire);
  if (!isTaken(uploaded)) return uploaded;
  const known = await imageNamed(ports.calls, access, name);
  if (known !== undefined) return { ok: true, ref: known };
  // Too deep in the library to find: the picture is sent again under a new name.
  const body: Params = { ...call.body, file_name: named(name, ` ${ports.wire.newTraceId()}`) };
  return outcomeOf(await ports.wire.call(access, { ...call, body }), ports.wire);
}

async function imageNamed(calls: Calls, access: Access, name: string) {
  for (let page = 1; page <= pagesToSearch; page += 1) {
    const rows = rowsOf(
      (await calls.read(access, 'file/image/ad/search/', { page, page_size: 100 })).list,
    );
    const found = rows.find((row) => row.file_name === name);
    if (found !== undefined) return text(found.image_id);
    if (rows.length < 100) return undefined;
  }
  return undefined;
}

export async function uploadVideo(
  ports: UploadPorts,
  access: Access,
  operation: UploadOperation,
  file?: LoadedMedia,
): Promise<Uploaded> {
  const file_name = videoName(operation);
  const call: Call = {
    method: 'POST',
    path: 'file/video/ad/upload/',
    ...(file === undefined
      ? { body: { upload_type: 'UPLOAD_BY_URL', video_url: operation.media.url, file_name } }
      : {
          body: {
            upload_type: 'UPLOAD_BY_FILE',
            video_signature: ports.md5(file.bytes),
            file_name,
          },
          files: [
            {
              part: 'video_file',
              filename: file.filename,
              contentType: file.contentType,
              bytes: file.bytes,
            },
          ],
        }),
  };
  const uploaded = outcomeOf(await ports.wire.call(access, call), ports.wire);
  if (!isTaken(uploaded)) return uploaded;
  const known = await findVideo(ports.calls, access, operation);
  return known === undefined ? uploaded : { ok: true, ref: known };
}

export async function findVideo(
  calls: Calls,
  access: Access,
  operation: UploadOperation,
): Promise<string | undefined> {
  const name = videoName(operation);
  // The search finds parts of names, in any case.
  const rows = await calls.list(access, 'file/video/ad/search/', {
    filtering: { video_name: name },
    page_size: 100,
  });
  return text(rows.find((row) => row.file_name === name)?.video_id);
}

const isTaken = (uploaded: Uploaded) => !uploaded.ok && uploaded.failure.code === '40911';

/** An image's answer is an object, a video's a list of one. */
function outcomeOf(answer: Answer, { fail }: Wire): Uploaded {
  if (!answer.ok) return answer;
  const row = asRow(Array.isArray(answer.data) ? answer.data[0] : answer.data);
  const ref = text(row?.image_id) ?? text(row?.video_id);
  return ref === undefined
    ? {
        ok: false,
        failure: fail('transient', 'The platform answered without an id.'),
        maybeDone: true,
      }
    : { ok: true, ref };
}

export const videosPerQuestion = 60;
/** Processing takes half a minute to five. */
const lookAgainMs = 10_000;

/**
 * An unprocessed video has only its id. The cover of a ready one is taken into the library: ads
 * name it by id, and its address works for six hours.
 */
export async function lookAtVideos(
  ports: UploadPorts,
  access: Access,
  operations: readonly ReadyOperation[],
): Promise<ReadonlyMap<ReadyOperation, Outcome>> {
  const outcomes = new Map<ReadyOperation, Outcome>();
  const ids = [...new Set(operations.map(({ videoId }) => videoId))];
  let rows: readonly Row[];
  try {
    rows = rowsOf((await ports.calls.read(access, 'file/video/ad/info/', { video_ids: ids })).list);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { failure } = error;
    return new Map(operations.map((operation) => [operation, { state: 'failed', failure }]));
  }
  for (const operation of operations) {
    const row = rows.find((each) => text(each.video_id) === operation.videoId);
    outcomes.set(operation, await outcomeOfLook(ports, access, operation.videoId, row));
  }
  return outcomes;
}

async function outcomeOfLook(
  ports: UploadPorts,
  access: Access,
  videoId: string,
  row: Row | undefined,
): Promise<Outcome> {
  const thumbnailUrl = text(row?.video_cover_url);
  if (row?.displayable === false)
    return {
      state: 'failed',
      failure: ports.wire.fail(
        'rule',
        'The platform cannot use this video in ads.',
        'Export it again as MP4 (H.264, AAC) in 9:16, 16:9 or 1:1 and with at least 540 x 960 pixels.',
      ),
    };
  if (thumbnailUrl === undefined) return { state: 'waiting', retryInMs: lookAgainMs };
  const cover = await uploadImageFrom(ports, access, thumbnailUrl, coverName(videoId));
  if (!cover.ok) return { state: 'failed', failure: cover.failure };
  return { state: 'done', ref: videoId, thumbnailUrl, cover: cover.ref };
}
