import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SlipwayError } from '../../core/base/errors.ts';
import { chunksOf, createS3Send, type S3Options, toObjectUrl } from '../media/s3-send.ts';
import { diskTrouble } from '../runtime/disk-trouble.ts';
import { openPrivateFolder } from '../runtime/private-files.ts';
import { syncFile } from '../runtime/sync-file.ts';

/**
 * Where the files of an export lie, under keys with slashes. What is put there replaces what was
 * under the key at once.
 */
export interface ParquetPlace {
  /** A folder for files on their way; `put` takes them from there. */
  readonly work: string;
  /** False where there is none. */
  fetch(key: string, to: string): Promise<boolean>;
  put(key: string, from: string): Promise<void>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Readers of Parquet leave folders alone whose names begin with an underscore. */
const WORK = '_slipway';

/** In a folder. Files get their name when they are whole. */
export function createDiskPlace(folder: string): ParquetPlace {
  const work = join(folder, WORK);
  openPrivateFolder(work);
  const told = async <T>(doing: () => Promise<T>): Promise<T> => {
    try {
      return await doing();
    } catch (error) {
      throw diskTrouble(error, 'The export');
    }
  };
  return {
    work,
    fetch: (key, to) =>
      told(() =>
        copyFile(join(folder, key), to).then(
          () => true,
          (error: { code?: string }) => {
            if (error.code === 'ENOENT') return false;
            throw error;
          },
        ),
      ),
    put: (key, from) =>
      told(async () => {
        await mkdir(dirname(join(folder, key)), { recursive: true });
        await syncFile(from);
        await rename(from, join(folder, key));
      }),
    remove: (key) => told(() => rm(join(folder, key), { force: true })),
    close: async () => undefined,
  };
}

/** In an S3-compatible bucket. An object is there when all of it is. */
export async function createS3Place(options: S3Options): Promise<ParquetPlace> {
  const send = createS3Send(options);
  const work = await mkdtemp(join(tmpdir(), 'slipway-parquet-'));
  // A sign that is escaped in a key is not to be taken for the escape of one.
  const urlOf = (key: string): URL => toObjectUrl(options, key.replaceAll('%', '%25'));
  return {
    work,
    async fetch(key, to) {
      const { ok, body } = await send({ method: 'GET', url: urlOf(key) });
      if (!ok || body === null) return false;
      await pipeline(chunksOf(body), createWriteStream(to));
      return true;
    },
    async put(key, from) {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(from)) hash.update(chunk as Uint8Array);
      const stored = await send(
        { method: 'PUT', url: urlOf(key), payloadHash: hash.digest('hex') },
        await openAsBlob(from),
      );
      if (!stored.ok)
        throw new SlipwayError(
          'unavailable',
          `The bucket ${options.bucket} does not exist. Create it and try again.`,
        );
      await rm(from, { force: true });
    },
    async remove(key) {
      await send({ method: 'DELETE', url: urlOf(key) });
    },
    close: () => rm(work, { recursive: true, force: true }),
  };
}

/** A small file of JSON; undefined where there is none, null where it is something else. */
export async function fetchJson(place: ParquetPlace, key: string): Promise<unknown> {
  const path = join(place.work, 'fetched.json');
  if (!(await place.fetch(key, path))) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  } finally {
    await rm(path, { force: true });
  }
}

export async function putJson(place: ParquetPlace, key: string, value: unknown): Promise<void> {
  const path = join(place.work, 'made.json');
  await writeFile(path, `${JSON.stringify(value, null, 1)}\n`, { flush: true });
  await place.put(key, path);
}
