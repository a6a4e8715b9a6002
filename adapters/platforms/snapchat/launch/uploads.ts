import { asRow, said, text } from '../../kit/json.ts';
import { orFailed, outcomeOf } from '../../kit/send-launch.ts';
import type {
  Access,
  Answer,
  Api,
  LoadedMedia,
  Outcome,
  PlatformFailure,
  ReadyOperation,
  Row,
  UploadOperation,
} from '../../types.ts';
import { readAsset } from '../read/creatives.ts';
import {
  awaitsUpload,
  type FileWanted,
  hasFailed,
  imageName,
  isUsable,
  type Library,
  videoName,
} from './library.ts';

export interface UploadPorts extends Api {
  readonly baseUrl: string;
  /** Bytes sent in one piece. */
  readonly pieceBytes: number;
}

/**
 * A file is made, then filled. After an interruption it is found by its name: filled where it has
 * no content, else used.
 */
export function uploadFile(
  ports: UploadPorts,
  access: Access,
  {
    library,
    operation,
    file,
  }: { readonly library: Library; readonly operation: UploadOperation; readonly file: LoadedMedia },
): Promise<Outcome> {
  return orFailed(async () => {
    const made = await library.file(wantedOf(operation, operation.media.sha256 ?? file.sha256));
    if (!made.ok) return outcomeOf(made);
    // Without a state the file was just made.
    if (!awaitsUpload(made.row) && made.row.media_status !== undefined)
      return outcomeFor(operation, made.row, ports);
    const ref = text(made.row.id);
    if (ref === undefined)
      return outcomeOf({ ok: false, failure: ports.wire.fail('transient', noId), maybeDone: true });
    const filled = await fill(ports, access, ref, file);
    if (!filled.ok) {
      // Another worker may have filled it first.
      const held =
        filled.maybeDone || filled.failure.class !== 'invalid'
          ? undefined
          : await readAsset(ports, access, 'media', ref);
      return held === undefined || awaitsUpload(held)
        ? outcomeOf(filled)
        : outcomeFor(operation, held, ports);
    }
    return outcomeFor(operation, { ...(asRow(filled.body.result) ?? filled.body), id: ref }, ports);
  });
}

const noId = 'The platform answered without an id.';

const wantedOf = (operation: UploadOperation, sha256: string): FileWanted =>
  operation.kind === 'image'
    ? { name: imageName(operation.media.filename, sha256), type: 'IMAGE' }
    : { name: videoName(operation), type: 'VIDEO' };

/** Names known before the files are read: these can be made together. */
export const madeTogether = (operations: readonly UploadOperation[]): readonly FileWanted[] =>
  operations.flatMap((operation) => {
    const { sha256 } = operation.media;
    return operation.kind === 'image' && sha256 === undefined
      ? []
      : [wantedOf(operation, sha256 ?? '')];
  });

/** A video is asked about later. */
function outcomeFor({ kind }: UploadOperation, row: Row, { wire }: UploadPorts): Outcome {
  const ref = said(row.id);
  if (kind === 'video' || isUsable(row) || row.media_status === undefined)
    return { state: 'done', ref };
  if (hasFailed(row)) return { state: 'failed', failure: unusable(wire.fail) };
  const failure: PlatformFailure = {
    ...wire.fail('flaky', 'The platform is still processing this image.'),
    retryAfterMs: 5_000,
  };
  return { state: 'failed', failure };
}

const unusable = (fail: UploadPorts['wire']['fail']) =>
  fail(
    'rule',
    'The platform cannot use this file in ads.',
    'Export it again: JPG or PNG, or MP4 (H.264), upright, 1080 x 1920 pixels.',
  );

/** Sending the bytes twice is harmless. */
async function fill(ports: UploadPorts, access: Access, id: string, file: LoadedMedia) {
  const { pieceBytes } = ports;
  if (file.bytes.length > pieceBytes) return fillInPieces(ports, access, { id, file, pieceBytes });
  return ports.wire.call(access, {
    method: 'POST',
    path: `media/${id}/upload`,
    body: {},
    files: [partOf(file, file.bytes)],
  });
}

const partOf = ({ filename, contentType }: LoadedMedia, bytes: Uint8Array) => ({
  part: 'file',
  filename,
  contentType,
  bytes,
});

async function fillInPieces(
  { wire, baseUrl }: UploadPorts,
  access: Access,
  {
    id,
    file,
    pieceBytes,
  }: { readonly id: string; readonly file: LoadedMedia; readonly pieceBytes: number },
): Promise<Answer> {
  const path = `media/${id}/multipart-upload-v2`;
  const pieces = Array.from(
    { length: Math.ceil(file.bytes.length / pieceBytes) },
    (_, at) => at * pieceBytes,
  );
  const begun = await wire.call(access, {
    method: 'POST',
    path,
    query: { action: 'INIT' },
    parts: true,
    body: {
      file_name: file.filename,
      file_size: file.bytes.length,
      number_of_parts: pieces.length,
    },
  });
  if (!begun.ok) return begun;
  const { upload_id } = begun.body;
  const add = placeOf(baseUrl, begun.body.add_path);
  const finalize = placeOf(baseUrl, begun.body.finalize_path);
  if (add === undefined || finalize === undefined)
    return {
      ok: false,
      failure: wire.fail('transient', 'The platform did not say where the pieces of the file go.'),
      maybeDone: true,
    };
  for (const [at, start] of pieces.entries()) {
    const piece = file.bytes.subarray(start, start + pieceBytes);
    const call = { method: 'POST', path, url: add, files: [partOf(file, piece)] } as const;
    const added = await wire.call(access, { ...call, body: { upload_id, part_number: at + 1 } });
    if (!added.ok) return added;
  }
  return wire.call(access, {
    method: 'POST',
    path,
    url: finalize,
    parts: true,
    body: { upload_id },
  });
}

/** On the platform's own host alone: credentials go nowhere else. */
function placeOf(baseUrl: string, path: unknown) {
  const given = text(path);
  const [origin] = /^https?:\/\/[^/]+/.exec(baseUrl) ?? [];
  if (given === undefined || origin === undefined) return undefined;
  if (/^https?:/i.test(given)) return given.startsWith(`${origin}/`) ? given : undefined;
  return `${origin}/${given.replace(/^\/+/, '')}`;
}

const lookAgainMs = 5_000;

export function lookAtVideo(
  api: Api,
  access: Access,
  { videoId }: ReadyOperation,
): Promise<Outcome> {
  return orFailed(async () => {
    const row = await readAsset(api, access, 'media', videoId);
    if (row === undefined) return { state: 'failed', failure: api.wire.missing(videoId) };
    if (hasFailed(row)) return { state: 'failed', failure: unusable(api.wire.fail) };
    return isUsable(row)
      ? { state: 'done', ref: videoId }
      : { state: 'waiting', retryInMs: lookAgainMs };
  });
}
