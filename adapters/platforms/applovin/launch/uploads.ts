import { PlatformError } from '../../../../core/base/errors.ts';
import { rowsOf, said, text } from '../../kit/json.ts';
import type {
  Access,
  Calls,
  Clock,
  LoadedMedia,
  Refusal,
  Row,
  UploadOperation,
} from '../../types.ts';
import { idOf } from '../read/campaigns.ts';
import type { Api } from '../wire/client.ts';

/** Files of one upload, and bytes we hold in memory for one. */
export const mostFiles = 40;
export const mostBytes = 64 * 1024 * 1024;

export interface UploadPorts extends Api {
  readonly clock: Clock;
  readonly memory: UploadMemory;
}

export interface NamedFile {
  readonly name: string;
  readonly file: LoadedMedia;
}

/** `doubtful`: the upload was not answered. */
type Known = { readonly id: string } | { readonly uploadId: string } | { readonly doubtful: true };

/** What this process knows of uploads, so that it sends a file once. Only a saving. */
interface UploadMemory {
  get(access: Access, name: string): Known | undefined;
  set(access: Access, name: string, known: Known | undefined): void;
}

export function createUploadMemory(most = 5_000): UploadMemory {
  const known = new Map<string, Known>();
  const keyOf = ({ companyId, adAccountId }: Access, name: string): string =>
    `${companyId} ${adAccountId} ${name}`;
  return {
    get: (access, name) => known.get(keyOf(access, name)),
    set(access, name, value) {
      const key = keyOf(access, name);
      known.delete(key);
      if (value !== undefined) known.set(key, value);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
  };
}

export async function uploadFiles(
  { wire }: Api,
  access: Access,
  files: readonly NamedFile[],
): Promise<{ readonly uploadId: string } | Refusal> {
  const answer = await wire.call(access, {
    method: 'POST',
    path: 'asset/upload',
    files: files.map(({ name, file }) => ({
      part: 'files',
      filename: name,
      contentType: file.contentType,
      bytes: file.bytes,
    })),
  });
  if (!answer.ok) return answer;
  const uploadId = text(answer.body.upload_id);
  if (uploadId !== undefined) return { uploadId };
  return {
    failure: wire.fail(
      'transient',
      'The platform took the files and did not say how to ask for them.',
    ),
    maybeDone: true,
  };
}

export async function uploadResult(
  { calls, countError }: Api,
  access: Access,
  uploadId: string,
  names: readonly string[],
) {
  const body = await calls.read(access, 'asset/upload_result', { upload_id: uploadId });
  const isOver = ['FINISHED', 'FAILED'].includes(said(body.upload_status).toUpperCase());
  const results = rowsOf(body.details).map((row: Row) => fileResult(row, isOver));
  const found = new Map<string, FileResult>();
  for (const [position, name] of names.entries()) {
    // A single file is the one that was sent, under any name.
    const result =
      results.find((each) => each.name === name) ??
      (names.length === 1 && results.length === 1 ? results[0] : undefined);
    if (result?.state === 'failed') countError(access.adAccountId);
    if (result !== undefined) found.set(name, result);
    else if (isOver)
      found.set(name, {
        name,
        state: 'failed',
        id: undefined,
        message: `No word of file ${position + 1}.`,
      });
  }
  return found;
}

/** Waits before each look at a picture. */
const looksMs = [1_000, 1_000, 2_000, 4_000, 8_000];

/**
 * The id of each file in the account's library, or why there is none. Sends unknown files, and
 * waits.
 */
export async function filesInLibrary(
  ports: UploadPorts,
  access: Access,
  resource: Resource,
  files: readonly NamedFile[],
) {
  const { memory, clock, wire } = ports;
  const results = new Map<string, string | Refusal>();
  try {
    await recall(ports, access, resource, files);
    const unsent = files.filter(({ name }) => memory.get(access, name) === undefined);
    if (unsent.length > 0) await send(ports, access, unsent, results);
    for (const ms of looksMs) {
      const waiting = waitingIn(ports, access, files);
      if (waiting.size === 0) break;
      await clock.sleep(ms);
      for (const [uploadId, names] of waiting)
        await look(ports, access, { uploadId, names, results });
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // Only questions throw: they sent nothing.
    for (const { name } of files)
      if (!results.has(name)) results.set(name, { failure: error.failure, maybeDone: false });
  }
  for (const { name } of files) {
    const known = memory.get(access, name);
    if (known !== undefined && 'id' in known) results.set(name, known.id);
    else if (!results.has(name)) results.set(name, { failure: slow(wire.fail), maybeDone: false });
  }
  return results;
}

const slow = (fail: Api['wire']['fail']) => ({
  ...fail('flaky', 'The platform has not processed the file yet.'),
  retryAfterMs: 10_000,
});

/** Asks the library about files whose upload was not answered. */
async function recall(
  { memory, calls }: UploadPorts,
  access: Access,
  resource: Resource,
  files: readonly NamedFile[],
) {
  const names = files
    .map(({ name }) => name)
    .filter((name) => 'doubtful' in (memory.get(access, name) ?? {}));
  if (names.length === 0) return;
  const found = await filesNamed(calls, access, resource, names);
  for (const name of names) {
    const id = found.get(name);
    memory.set(access, name, id === undefined ? undefined : { id });
  }
}

async function send(
  ports: UploadPorts,
  access: Access,
  files: readonly NamedFile[],
  results: Map<string, string | Refusal>,
) {
  const sent = await uploadFiles(ports, access, files);
  for (const { name } of files) {
    if ('uploadId' in sent) ports.memory.set(access, name, { uploadId: sent.uploadId });
    else {
      if (sent.maybeDone) ports.memory.set(access, name, { doubtful: true });
      results.set(name, sent);
    }
  }
}

function waitingIn({ memory }: UploadPorts, access: Access, files: readonly NamedFile[]) {
  const waiting = new Map<string, string[]>();
  for (const { name } of files) {
    const known = memory.get(access, name);
    if (known === undefined || !('uploadId' in known)) continue;
    waiting.set(known.uploadId, [...(waiting.get(known.uploadId) ?? []), name]);
  }
  return waiting;
}

async function look(
  ports: UploadPorts,
  access: Access,
  {
    uploadId,
    names,
    results,
  }: {
    readonly uploadId: string;
    readonly names: readonly string[];
    readonly results: Map<string, string | Refusal>;
  },
) {
  for (const [name, result] of await uploadResult(ports, access, uploadId, names)) {
    if (result.state === 'ready') ports.memory.set(access, name, { id: result.id ?? '' });
    if (result.state !== 'failed') continue;
    ports.memory.set(access, name, undefined);
    results.set(name, { failure: unusable(ports, result), maybeDone: false });
  }
}

export const unusable = ({ wire }: Api, { message }: FileResult) =>
  wire.fail(
    'rule',
    `The platform cannot use this file${message === undefined ? '.' : `: ${message}`}`,
    'Export it again as JPG, PNG or GIF, as MP4 or MOV, or as one HTML file, of at most 1 GB.',
  );

const longestName = 120;

const endings: { readonly [contentType: string]: string } = {
  'text/html': 'html',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

export const contentName = ({ filename, contentType, sha256 }: LoadedMedia) =>
  named(filename, sha256.slice(0, 32), endings[contentType]);

/** Names a video by its operation, so that it can be found without reading it. */
export const videoName = ({ media, batch, id }: Pick<UploadOperation, 'media' | 'batch' | 'id'>) =>
  named(media.filename, `${batch}-${id}`.replace(/[^\w-]/g, '-'), undefined);

/** Cut in front, so that the mark stays whole; letters that all file systems take. */
function named(filename: string, mark: string, ending: string | undefined) {
  const at = filename.lastIndexOf('.');
  const stem = (at > 0 ? filename.slice(0, at) : filename).replace(/[^\w.-]+/g, '-');
  const last = ending ?? (at > 0 ? filename.slice(at + 1).toLowerCase() : 'mp4');
  return `${stem.slice(0, Math.max(0, longestName - mark.length))}-${mark}.${last.replace(/[^a-z0-9]/g, '')}`;
}

type Resource = 'image' | 'video' | 'html';

export async function filesNamed(
  calls: Calls,
  access: Access,
  resource: Resource,
  names: readonly string[],
) {
  const found = new Map<string, string>();
  if (names.length === 0) return found;
  const rows = await calls.list(access, 'asset/list', { resource_type: resource });
  for (const row of rows) {
    const name = said(row.name);
    if (names.includes(name) && !found.has(name)) found.set(name, idOf(row));
  }
  return found;
}

/** The platform's documents and answers name the fields differently. */
interface FileResult {
  readonly name: string | undefined;
  readonly state: 'pending' | 'ready' | 'failed';
  readonly id: string | undefined;
  readonly message: string | undefined;
}

function fileResult(row: Row, isOver: boolean): FileResult {
  const status = (text(row.file_status) ?? text(row.status) ?? '').toUpperCase();
  const id = text(row.id) ?? text(row.asset_id);
  const state =
    status === 'SUCCESS' && id !== undefined
      ? 'ready'
      : status === 'FAILURE' || isOver
        ? 'failed'
        : 'pending';
  return {
    name: text(row.name) ?? text(row.file_name),
    state,
    id,
    message: text(row.error_message) ?? text(row.message),
  };
}
