import { PlatformError } from '../../../../core/base/errors.ts';
import { remembered } from '../../kit/anywhere.ts';
import { markedName } from '../../kit/claims.ts';
import { asRow, at, numeric, rowsOf, said, text } from '../../kit/json.ts';
import { orFailed, outcomeOf } from '../../kit/send-launch.ts';
import type {
  Access,
  Answer,
  Api,
  Call,
  Clock,
  LoadedMedia,
  Outcome,
  ReadyOperation,
  Row,
  UploadOperation,
} from '../../types.ts';
import { accountUrn, organizationUrn } from '../urns.ts';
import { encoded } from '../wire/restli.ts';

export interface UploadPorts extends Api {
  readonly clock: Clock;
  ownerOf(access: Access): Promise<string>;
}

/** Looks at a file until it is processed. */
const looksAt: { readonly [N in Noun]: number } = { image: 5, document: 20 };
const betweenLooksMs: { readonly [N in Noun]: number } = { image: 1_000, document: 3_000 };

const fixFor: { readonly [N in Noun]: string } = {
  image: 'Export it again as JPG or PNG and try again.',
  document: 'Export it again as PDF of up to 100 MB and 300 pages.',
};

type Failed = Answer & { readonly ok: false };

const octets = 'application/octet-stream';

type Noun = 'image' | 'document';

/** Asks for an address, sends the bytes, and looks whether the platform could use them. */
async function uploadFile(
  ports: UploadPorts,
  access: Access,
  noun: Noun,
  file: LoadedMedia,
): Promise<Outcome> {
  const started = await initialize(ports, access, `${noun}s`, {
    ...libraryEntry(access, imageMark(file)),
  });
  if (!started.ok) return outcomeOf(started);
  const urn = text(at(started.body, 'value', noun));
  const uploadUrl = text(at(started.body, 'value', 'uploadUrl'));
  if (urn === undefined || uploadUrl === undefined) return withoutAddress(ports);
  const sent = await put(ports, access, { path: `${noun}s`, url: uploadUrl, bytes: file.bytes });
  if (!sent.ok && !sent.maybeDone) return outcomeOf(sent);
  return settledFile(ports, access, { noun, urn, unanswered: sent.ok ? undefined : sent });
}

/** Asks the platform whether it has the bytes, also where their answer was lost. */
async function settledFile(
  ports: UploadPorts,
  access: Access,
  {
    noun,
    urn,
    unanswered,
  }: { readonly noun: Noun; readonly urn: string; readonly unanswered: Failed | undefined },
): Promise<Outcome> {
  for (let look = 1; ; look += 1) {
    const status = await statusOf(ports, access, `${noun}s`, urn);
    if (typeof status === 'object') return { state: 'unknown', failure: status.failure };
    if (status === 'AVAILABLE') return { state: 'done', ref: urn };
    if (status === 'PROCESSING_FAILED') return unusable(ports, noun, fixFor[noun]);
    if (status === 'WAITING_UPLOAD' && (unanswered !== undefined || look === looksAt[noun]))
      return {
        state: 'failed',
        failure:
          unanswered?.failure ??
          ports.wire.fail('transient', 'The bytes of the file did not arrive.'),
      };
    // The platform goes on by itself. An ad that comes too early is refused, and can be retried.
    if (look === looksAt[noun]) return { state: 'done', ref: urn };
    await ports.clock.sleep(betweenLooksMs[noun]);
  }
}

/** Asks for addresses, sends the pieces in order, and returns their etags. */
export async function uploadVideo(
  ports: UploadPorts,
  access: Access,
  operation: UploadOperation,
  { bytes }: LoadedMedia,
): Promise<Outcome> {
  const started = await initialize(ports, access, 'videos', {
    fileSizeBytes: bytes.length,
    uploadCaptions: false,
    uploadThumbnail: false,
    ...libraryEntry(access, videoMark(operation)),
  });
  if (!started.ok) return outcomeOf(started);
  const value = asRow(started.body.value) ?? {};
  const urn = text(value.video);
  const pieces = rowsOf(value.uploadInstructions);
  if (urn === undefined || pieces.length === 0) return withoutAddress(ports);
  const marks: string[] = [];
  for (const piece of pieces) {
    const sent = await putPiece(ports, access, piece, bytes);
    if (!sent.ok) return { state: 'failed', failure: sent.failure };
    marks.push((sent.headers.etag ?? '').replace(/^"|"$/g, ''));
  }
  const finalizeUploadRequest = {
    video: urn,
    uploadToken: said(value.uploadToken),
    uploadedPartIds: marks,
  };
  const finished = await ports.wire.call(access, {
    method: 'POST',
    path: 'videos',
    query: { action: 'finalizeUpload' },
    body: { finalizeUploadRequest },
  });
  return finished.ok ? { state: 'done', ref: urn } : outcomeOf(finished);
}

/** A piece that was not answered is sent again: it replaces itself. */
async function putPiece(
  { wire, ...ports }: UploadPorts,
  access: Access,
  piece: Row,
  bytes: Uint8Array,
) {
  const [first, last] = [
    numeric(piece.firstByte) ?? 0,
    numeric(piece.lastByte) ?? bytes.length - 1,
  ];
  const slice = bytes.subarray(first, last + 1);
  const send = (): Promise<Answer> =>
    put({ wire, ...ports }, access, { path: 'videos', url: said(piece.uploadUrl), bytes: slice });
  const answer = await send();
  return answer.ok || !answer.maybeDone ? answer : send();
}

async function initialize(
  ports: UploadPorts,
  access: Access,
  collection: string,
  request: { readonly [field: string]: unknown },
): Promise<Answer> {
  let owner: string;
  try {
    owner = organizationUrn(await ports.ownerOf(access));
  } catch (error) {
    if (error instanceof PlatformError)
      return { ok: false, failure: error.failure, maybeDone: false };
    throw error;
  }
  const initializeUploadRequest = { owner, ...request };
  return ports.wire.call(access, {
    method: 'POST',
    path: collection,
    query: { action: 'initializeUpload' },
    body: { initializeUploadRequest },
  });
}

/** The name by which an unanswered upload is found. */
const libraryEntry = ({ adAccountId }: Access, assetName: string) => ({
  mediaLibraryMetadata: { associatedAccount: accountUrn(adAccountId), assetName },
});

function put(
  { wire }: Api,
  access: Access,
  { path, url, bytes }: { readonly path: string; readonly url: string; readonly bytes: Uint8Array },
) {
  const call: Call = {
    method: 'PUT',
    path: `${path} upload`,
    url,
    bytes: { contentType: octets, bytes },
  };
  return wire.call(access, call);
}

/** WAITING_UPLOAD, PROCESSING, AVAILABLE, PROCESSING_FAILED; or why it is unknown. */
async function statusOf(ports: Api, access: Access, collection: string, urn: string) {
  try {
    return said((await ports.calls.read(access, `${collection}/${encoded(urn)}`)).status);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

const withoutAddress = ({ wire }: Api): Outcome => ({
  state: 'unknown',
  failure: wire.fail('transient', 'The platform answered without an address for the file.'),
});

const unusable = ({ wire }: Api, noun: string, fix: string): Outcome => ({
  state: 'failed',
  failure: wire.fail('rule', `The platform cannot use this ${noun} in ads.`, fix),
});

const most = 2_000;

/**
 * The platform takes a file as often as it is sent: this process sends it once to an account, and
 * core remembers it across processes.
 */
export function createImages(ports: UploadPorts) {
  const sent = new Map<string, string>();
  return {
    async upload(access: Access, noun: 'image' | 'document', file: LoadedMedia): Promise<Outcome> {
      const key = `${access.companyId} ${access.adAccountId} ${file.sha256}`;
      const known = sent.get(key);
      // Without its lease a worker asks the wire, which says so.
      if (known !== undefined && access.isLeaseHeld?.() !== false)
        return { state: 'done', ref: known };
      const outcome = await uploadFile(ports, access, noun, file);
      if (outcome.state !== 'done') return outcome;
      if (sent.size >= most) sent.clear();
      sent.set(key, outcome.ref);
      return outcome;
    },
  };
}

const keptMs = 600_000;

export const createOwners = ({ calls }: Api, clock: Clock): ((access: Access) => Promise<string>) =>
  remembered(clock, keptMs, async ({ adAccountId, ...access }) =>
    said((await calls.read({ adAccountId, ...access }, `adAccounts/${adAccountId}`)).reference),
  );

const longestName = 100;

/** By content: equal pictures of two batches are one. */
const imageMark = ({ filename, sha256 }: Pick<LoadedMedia, 'filename' | 'sha256'>) =>
  named(filename, ` ${sha256.slice(0, 32)}`);

/** Under any file name. */
export const isImageOf = (assetName: string, sha256: string): boolean =>
  assetName.endsWith(` ${sha256.slice(0, 32)}`);

/** Names the operation, which must be found again. */
export const videoMark = ({
  media,
  batch,
  id,
}: Pick<UploadOperation, 'media' | 'batch' | 'id'>): string =>
  named(media.filename, ` [${batch} ${id}]`);

const named = (filename: string, mark: string) => markedName(filename, mark, longestName);

const lookAgainMs = 10_000;

export function lookAtVideo(
  api: Api,
  access: Access,
  { videoId }: ReadyOperation,
): Promise<Outcome> {
  return orFailed(async () => {
    const row = await api.calls.read(access, `videos/${encoded(videoId)}`);
    const status = text(row.status);
    if (status === 'PROCESSING_FAILED')
      return unusable(
        api,
        'video',
        'Export it again as MP4 (H.264, AAC) of 3 seconds to 30 minutes and up to 500 MB.',
      );
    if (status !== 'AVAILABLE') return { state: 'waiting', retryInMs: lookAgainMs };
    const thumbnailUrl = text(row.thumbnail) ?? text(row.downloadUrl);
    return { state: 'done', ref: videoId, ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
  });
}
