import { auditWrite } from '../access/audit.ts';
import type { Actor, Caller } from '../access/caller.ts';
import { exceeded, limitsOf } from '../access/quotas.ts';
import { SlipwayError } from '../base/errors.ts';
import { plainText } from '../base/schema/plain-name.ts';
import type {
  Dimensions,
  IncomingFile,
  LinkedFormat,
  MadeThumbnails,
  MediaFiles,
} from '../ports/media-files.ts';
import type { Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { eachOf } from '../records/list.ts';
import { type Conclude, type Once, unkeyed } from '../records/once.ts';
import { randomText } from '../records/random-id.ts';
import { reserve } from '../records/sequence.ts';
import { takeName } from '../records/unique-name.ts';
import { holdContent } from './contents.ts';
import { MARK_LENGTH, markedFilename, mediaUrl, safeFilename } from './filename.ts';
import { withFacets } from './find/facets.ts';
import { ideaOf } from './find/idea.ts';
import { type MediaRecord, mediaKind } from './records.ts';
import { formats, isLinkable, isUploadable, sniff } from './sniff.ts';
import { UploadError } from './upload-error.ts';
import { tellFiles } from './used-files.ts';

/** Bytes. */
export const MAX_FILE = 104_857_600;

export interface MediaPorts extends WritePorts {
  readonly files: MediaFiles;
  readonly publicUrl: string;
}

interface FileToKeep {
  readonly incoming: IncomingFile;
  readonly originalName: string;
  /** Named by its address in a launch: more formats than an upload. */
  readonly isLinked?: boolean;
}

export interface UploadedFile {
  readonly id: number;
  readonly url: string;
  readonly filename: string;
  readonly originalName: string;
  readonly wasRenamed: boolean;
  readonly dimensions: Dimensions;
  readonly size: number;
  readonly sizeFormatted: string;
}

export async function receiveFile(
  ports: Pick<MediaPorts, 'files'>,
  chunks: AsyncIterable<Uint8Array>,
  declaredBytes?: number,
): Promise<IncomingFile> {
  if (declaredBytes !== undefined && declaredBytes > MAX_FILE) throw tooLarge(declaredBytes);
  try {
    return await ports.files.receive(chunks, MAX_FILE);
  } catch (error) {
    throw error instanceof SlipwayError && error.code === 'media_too_large'
      ? tooLarge(MAX_FILE + 1)
      : error;
  }
}

/** Equal uploads have equal meanings. `fields` came beside the file. */
export const uploadMeaning = (
  file: IncomingFile,
  filename: string,
  fields: readonly (readonly [string, string])[] = [],
): object => ({ fields, filename, file: file.sha256 });

/** Adds a received file to the company's media. Always discards the waiting copy. */
export async function acceptFile(
  ports: MediaPorts,
  caller: Caller,
  {
    incoming,
    originalName,
    once = unkeyed(ports.store),
  }: {
    readonly incoming: IncomingFile;
    readonly originalName: string;
    readonly once?: Once | undefined;
  },
): Promise<UploadedFile> {
  try {
    return await once.inOneCommit((conclude) =>
      keepFile(ports, caller, { incoming, originalName }, conclude),
    );
  } finally {
    await incoming.discard();
  }
}

/** The same inside a request that is carried out once; the caller discards the waiting copy. */
export async function keepFile(
  ports: MediaPorts,
  caller: Actor,
  { incoming, originalName, isLinked = false }: FileToKeep,
  conclude: Conclude<UploadedFile>,
): Promise<UploadedFile> {
  const { companyId } = caller;
  await refuseOverMediaQuota(ports, companyId, incoming.bytes);
  const format = formatOf(incoming, isLinked);
  const dimensions = await measured(incoming, format);
  const plainName = safeFilename(originalName, format);
  const filename = markedFilename(plainName, randomText(ports.secrets, MARK_LENGTH));
  const shownName = plainText(originalName).slice(0, 500);
  let wasRenamed = false;
  for (let attempt = 0; ; attempt++) {
    const content = await holdContent(ports, companyId, incoming.sha256);
    await incoming.keep(companyId);
    const made = await thumbnailsOf(incoming, companyId, format);
    const { first: id, writes: sequence } = await reserve(ports, companyId, 'media', { attempt });
    const doc: MediaRecord = withFacets({
      filename,
      plainName,
      originalName: shownName,
      sha256: incoming.sha256,
      type: formats[format].type,
      contentType: formats[format].contentType,
      bytes: incoming.bytes,
      dimensions,
      createdAt: ports.clock.now(),
      idea: ideaOf(shownName),
      ...(made !== undefined && { thumbnails: made.sizes }),
      ...(made?.look !== undefined && { look: made.look }),
      ...(wasRenamed && { wasRenamed }),
    });
    const uploaded = uploadedFile(ports.publicUrl, companyId, id, doc);
    const writes: Write[] = [
      ...(wasRenamed ? [] : [takeName(companyId, 'media-name', plainName, String(id))]),
      takeName(companyId, 'media', filename, String(id)),
      { kind: mediaKind, companyId, id: String(id), expect: 'absent', doc },
      ...sequence,
      content,
      auditWrite(ports, caller, {
        action: 'media.upload',
        subject: String(id),
        details: { filename: plainName, bytes: doc.bytes },
      }),
    ];
    const conflict = await conclude(writes, uploaded);
    if (conflict === undefined) {
      // Ads may show this content already, from another file or a deleted one.
      await tellFiles(ports.store, companyId, incoming.sha256);
      return uploaded;
    }
    if (conflict.lost.includes(0)) wasRenamed = true;
  }
}

export const uploadedFile = (
  publicUrl: string,
  companyId: string,
  id: number,
  doc: MediaRecord,
): UploadedFile => ({
  id,
  url: mediaUrl(publicUrl, companyId, doc.filename),
  filename: doc.filename,
  originalName: doc.originalName,
  wasRenamed: doc.wasRenamed ?? false,
  dimensions: doc.dimensions,
  size: doc.bytes,
  sizeFormatted: formatSize(doc.bytes),
});

function formatOf(incoming: IncomingFile, isLinked: boolean): LinkedFormat {
  const format = sniff(incoming.head);
  if (isUploadable(format) || (isLinked && isLinkable(format))) return format;
  if (format === 'empty') throw invalid(format, 'The file is empty.');
  throw invalid(
    format,
    `This file is ${format === 'unknown' ? 'of an unknown format' : `a ${format}`}. Upload a JPG, PNG, MP4, MOV or AVI file.`,
  );
}

async function measured(incoming: IncomingFile, format: LinkedFormat): Promise<Dimensions> {
  try {
    return await incoming.measure(format);
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    if (error.code === 'media_too_large')
      throw new UploadError('FILE_TOO_LARGE', error.message, {
        fileSize: incoming.bytes,
        reason: 'too_many_pixels',
      });
    throw error.code === 'media_invalid' ? invalid(format, error.message) : error;
  }
}

/** A missing small picture is no reason to refuse the file. */
const thumbnailsOf = (
  incoming: IncomingFile,
  companyId: string,
  format: LinkedFormat,
): Promise<MadeThumbnails | undefined> =>
  incoming.keepThumbnails?.(companyId, format).catch(() => undefined) ?? Promise.resolve(undefined);

/** The words of a reader may name the formats already. */
const invalid = (detectedFormat: string, why: string): UploadError =>
  new UploadError(
    'INVALID_FORMAT',
    why.includes('Upload ') ? why : `${why} Upload MP4, MOV, AVI, PNG or JPG.`,
    {
      detectedFormat,
    },
  );

const tooLarge = (fileSize: number): UploadError =>
  new UploadError(
    'FILE_TOO_LARGE',
    `The file is larger than ${formatSize(MAX_FILE)}. Make it smaller and try again.`,
    {
      fileSize,
      maxSize: MAX_FILE,
    },
  );

/** Throws `unprocessable_entity` where the media of the company would be larger than they may. */
async function refuseOverMediaQuota(
  { store }: MediaPorts,
  companyId: string,
  bytes: number,
): Promise<void> {
  const most = (await limitsOf(store, companyId))?.mediaBytes;
  if (most === undefined) return;
  let used = 0;
  await eachOf(store, mediaKind, {
    companyId,
    query: {},
    see: ({ doc }) => {
      used += doc.bytes;
    },
  });
  if (used + bytes <= most) return;
  throw exceeded(
    `Your company may keep ${most} bytes of media. It has ${used}, and this file has ${bytes}. Delete what is not needed.`,
  );
}

/** `532 B`, `1.5 KB`, `100 MB`. */
function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / (1024 * 1024), 'MB'];
  return `${Math.round(value * 100) / 100} ${unit}`;
}
