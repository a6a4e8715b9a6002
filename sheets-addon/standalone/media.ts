import { SlipwayError } from '../../core/base/errors.ts';
import { createMediaSource } from '../../core/media/source.ts';
import type { LoadedMedia, MediaSource } from '../../core/ports/media.ts';
import type {
  FetchedFile,
  IncomingFile,
  MediaFiles,
  PublicFetch,
} from '../../core/ports/media-files.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { Store } from '../../core/ports/store.ts';
import type { DriveFile } from '../base/host.ts';
import { contentRequest } from '../drive/files.ts';
import { sayAlone } from './say.ts';

/**
 * Files of Drive by an address of our own: it changes with the content and ends in the name of the
 * file.
 */
const DRIVE = 'https://drive.google.com/slipway/';

export const driveAddress = (id: string, { name, md5, type }: DriveFile): string =>
  `${DRIVE}${type}/${id}/${md5}/${encodeURIComponent(name)}`;

const driveParts = (url: string): readonly string[] | undefined =>
  url.startsWith(DRIVE) ? url.slice(DRIVE.length).split('/') : undefined;

/** An address that no file of ours has: nothing is stored here. */
export const NOWHERE = 'https://standalone.slipway.invalid';

/**
 * Media by address, fetched by Google, and files of Drive with the user's right. Nothing is kept.
 */
export function createStandaloneMedia(ports: {
  readonly store: Store;
  readonly secrets: Secrets;
}): MediaSource {
  const source = createMediaSource({
    ...ports,
    files: memoryFiles(ports.secrets),
    publicFetch,
    publicUrl: NOWHERE,
  });
  const loaded = new Map<string, Promise<LoadedMedia>>();
  const load: MediaSource['load'] = (companyId, url, options) => {
    const known = loaded.get(url) ?? source.load(companyId, url, options);
    // Files are large. `describe` and the upload both load a video of Drive; all else is loaded
    // once.
    if (isDriveVideo(url)) loaded.set(url, known);
    return known;
  };
  return {
    load,
    // An adapter sends the address of an unknown file to the platform, which cannot fetch from
    // Drive.
    async describe(companyId, url) {
      if (!isDriveVideo(url)) return source.describe(companyId, url);
      const { bytes, ...facts } = await load(companyId, url);
      return { ...facts, bytes: bytes.length };
    },
  };
}

const isDriveVideo = (url: string): boolean => driveParts(url)?.[0] === 'video';

export const publicFetch: PublicFetch = {
  async get(url): Promise<FetchedFile> {
    const parts = driveParts(url);
    const request =
      parts === undefined ? { url, muteHttpExceptions: true } : contentRequest(parts[1] ?? '');
    const response = await answerTo(request, url);
    const name = parts === undefined ? lastOf(url) : decodeURIComponent(parts[3] ?? '');
    return {
      chunks: one(Uint8Array.from(response.getContent(), (byte) => byte & 0xff)),
      filename: name,
    };
  },
};

type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;

async function answerTo(request: Request, url: string): Promise<Response> {
  const answer = await together(request);
  const status = answer?.getResponseCode();
  if (answer !== undefined && status === 200) return answer;
  const place = url.split('?')[0] ?? '';
  const why =
    status === undefined
      ? sayAlone('unreachable', { url: place })
      : sayAlone('answersWith', { url: place, status });
  throw new SlipwayError('media_unreachable', why);
}

let waiting: {
  readonly request: Request;
  readonly resolve: (answer: Response | undefined) => void;
}[] = [];

/** What is asked for at the same moment is fetched side by side, in one call. */
function together(request: Request): Promise<Response | undefined> {
  return new Promise((resolve) => {
    waiting.push({ request, resolve });
    if (waiting.length === 1) void Promise.resolve().then(fetchWaiting);
  });
}

async function fetchWaiting(): Promise<void> {
  // Callers of the same round arrive within a few microtasks.
  for (let step = 0; step < 5; step++) await Promise.resolve();
  const all = waiting;
  waiting = [];
  const answers = fetched(all.map(({ request }) => request));
  all.forEach(({ request, resolve }, i) => {
    // `fetchAll` fails for all when one request cannot be delivered: then each is sent alone.
    resolve(
      answers === undefined ? (all.length === 1 ? undefined : fetched([request])?.[0]) : answers[i],
    );
  });
}

function fetched(requests: Request[]): Response[] | undefined {
  try {
    return UrlFetchApp.fetchAll(requests);
  } catch {
    return undefined;
  }
}

const lastOf = (url: string): string => {
  const name = url.split(/[?#]/)[0]?.split('/').pop() ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Files on their way, in memory; none is ever kept. */
export function memoryFiles(secrets: Pick<Secrets, 'sha256'>): MediaFiles {
  const refuse = (): never => {
    throw new SlipwayError('unprocessable_entity', sayAlone('nothingKept'));
  };
  return {
    async receive(chunks, maxBytes): Promise<IncomingFile> {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      const [bytes = new Uint8Array(0)] = parts;
      if (bytes.length > maxBytes)
        throw new SlipwayError(
          'media_too_large',
          sayAlone('fileTooLarge', { mb: Math.floor(maxBytes / 1024 / 1024) }),
        );
      return {
        sha256: await secrets.sha256(bytes),
        bytes: bytes.length,
        head: bytes.subarray(0, 512),
        measure: async () => refuse(),
        keep: async () => refuse(),
        load: async () => bytes,
        discard: async () => {},
      };
    },
    read: async () => undefined,
    remove: async () => {},
  };
}
