import { PlatformError } from '../../../../core/base/errors.ts';
import { chunks } from '../../kit/json.ts';
import { loadMedia } from '../../kit/load-media.ts';
import { isUpload } from '../../kit/operations.ts';
import { outcomeOf, type Stage } from '../../kit/send-launch.ts';
import type { Access, MediaSource, Outcome, ReadyOperation, UploadOperation } from '../../types.ts';
import { idOf } from '../read/campaigns.ts';
import { type Api, mostAtOnce } from '../wire/client.ts';
import {
  contentName,
  filesInLibrary,
  mostBytes,
  mostFiles,
  type NamedFile,
  type UploadPorts,
  unusable,
  uploadFiles,
  uploadResult,
  videoName,
} from './uploads.ts';

export interface MediaPorts extends UploadPorts {
  readonly media: MediaSource;
}

interface Loaded extends NamedFile {
  readonly operation: UploadOperation;
}

/**
 * Reads files one by one and sends them together. Waits for pictures; videos are asked about later.
 */
export function mediaStage(ports: MediaPorts): Stage<UploadOperation> {
  return {
    takes: isUpload,
    async send(access, operations) {
      const outcomes = new Map<UploadOperation, Outcome>();
      let pack: Loaded[] = [];
      const flush = async () => {
        for (const [operation, outcome] of await sendPack(ports, access, pack))
          outcomes.set(operation, outcome);
        pack = [];
      };
      for (const operation of operations) {
        const read = await loadMedia(ports.media, access.companyId, {
          url: operation.media.url,
          fail: ports.wire.fail,
        });
        if ('outcome' in read) {
          outcomes.set(operation, read.outcome);
          continue;
        }
        const file = read.loaded;
        const bytes = pack.reduce((sum, each) => sum + each.file.bytes.length, file.bytes.length);
        if (pack.length > 0 && (pack.length === mostFiles || bytes > mostBytes)) await flush();
        pack.push({
          operation,
          file,
          name: operation.kind === 'image' ? contentName(file) : videoName(operation),
        });
      }
      if (pack.length > 0) await flush();
      return outcomes;
    },
  };
}

async function sendPack(
  ports: MediaPorts,
  access: Access,
  pack: readonly Loaded[],
): Promise<readonly (readonly [UploadOperation, Outcome])[]> {
  const { memory } = ports;
  const videos = pack.filter(({ operation }) => operation.kind === 'video');
  const images = pack.filter(({ operation }) => operation.kind === 'image');
  const distinct = [...new Map(images.map((each) => [each.name, each])).values()];
  const answered: (readonly [UploadOperation, Outcome])[] = [];
  if (videos.length > 0) {
    // Unknown pictures travel along.
    const along = distinct.filter(({ name }) => memory.get(access, name) === undefined);
    const sent = await uploadFiles(ports, access, [...videos, ...along]);
    for (const { name } of along)
      if ('uploadId' in sent) memory.set(access, name, { uploadId: sent.uploadId });
      else if (sent.maybeDone) memory.set(access, name, { doubtful: true });
    for (const { operation, name, file } of videos)
      answered.push([
        operation,
        withContent(
          outcomeOf(
            'uploadId' in sent
              ? { ok: true, ref: uploadRef(sent.uploadId, name) }
              : { ok: false, ...sent },
          ),
          file.sha256,
        ),
      ]);
    if (!('uploadId' in sent))
      return [
        ...answered,
        ...images.map(({ operation }) => [operation, outcomeOf({ ok: false, ...sent })] as const),
      ];
  }
  const library =
    images.length === 0 ? new Map() : await filesInLibrary(ports, access, 'image', distinct);
  for (const { operation, name, file } of images) {
    const found = library.get(name);
    answered.push([
      operation,
      withContent(
        outcomeOf(typeof found === 'string' ? { ok: true, ref: found } : { ok: false, ...found }),
        file.sha256,
      ),
    ]);
  }
  return answered;
}

const withContent = (outcome: Outcome, sha256: string): Outcome =>
  outcome.state === 'done' ? { ...outcome, sha256 } : outcome;

const lookAgainMs = 5_000;

/** A video has no id until it is processed: it is a file of an upload. */
const uploadRef = (uploadId: string, name: string) => `upload ${uploadId} ${name}`;

interface Waiting {
  readonly operation: ReadyOperation;
  readonly name: string;
}

/** `others` name files that were found in the library. */
export function uploadsOf(operations: readonly ReadyOperation[]): {
  readonly uploads: ReadonlyMap<string, readonly Waiting[]>;
  readonly others: readonly ReadyOperation[];
} {
  const uploads = new Map<string, Waiting[]>();
  const others: ReadyOperation[] = [];
  for (const operation of operations) {
    const [, uploadId, name] = /^upload (\S+) (.*)$/.exec(operation.videoId) ?? [];
    if (uploadId === undefined || name === undefined) others.push(operation);
    else uploads.set(uploadId, [...(uploads.get(uploadId) ?? []), { operation, name }]);
  }
  return { uploads, others };
}

/** One question for an upload, one for a hundred files of the library. */
export async function lookAtVideos(
  api: Api,
  access: Access,
  operations: readonly ReadyOperation[],
) {
  const outcomes = new Map<ReadyOperation, Outcome>();
  const { uploads, others } = uploadsOf(operations);
  const asked = async (some: readonly ReadyOperation[], ask: () => Promise<void>) => {
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      for (const operation of some)
        outcomes.set(operation, { state: 'failed', failure: error.failure });
    }
  };
  for (const [uploadId, waiting] of uploads)
    await asked(
      waiting.map(({ operation }) => operation),
      async () => {
        const names = waiting.map(({ name }) => name);
        const results = await uploadResult(api, access, uploadId, names);
        for (const { operation, name } of waiting) {
          const result = results.get(name);
          if (result?.state === 'ready')
            outcomes.set(operation, { state: 'done', ref: result.id ?? '' });
          else if (result?.state === 'failed')
            outcomes.set(operation, { state: 'failed', failure: unusable(api, result) });
          else outcomes.set(operation, { state: 'waiting', retryInMs: lookAgainMs });
        }
      },
    );
  for (const some of chunks(others, mostAtOnce))
    await asked(some, async () => {
      const ids = [...new Set(some.map(({ videoId }) => videoId))];
      const found = new Set(
        (await api.calls.list(access, 'asset/list', { ids: ids.join(',') })).map(idOf),
      );
      for (const operation of some)
        outcomes.set(
          operation,
          found.has(operation.videoId)
            ? { state: 'done', ref: operation.videoId }
            : { state: 'failed', failure: api.wire.missing(operation.videoId) },
        );
    });
  return outcomes;
}
