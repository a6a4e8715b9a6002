import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { chunksOf, createS3Send, type S3Options, toObjectUrl } from '../media/s3-send.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../runtime/private-files.ts';
import { BACKUP_NAME, type Manifest, parseManifest, writeManifest } from './manifest.ts';

/**
 * Backups in a bucket: `<name>/<file>`. The manifest is written last: a backup without one is
 * incomplete.
 */
interface S3Backups {
  /** Uploads the backup in a folder. */
  put(name: string, folder: string, manifest: Manifest): Promise<void>;
  /** Names of complete backups, oldest first. */
  list(): Promise<readonly string[]>;
  /** Downloads a backup into an empty folder; `readBackup` checks every byte. */
  fetch(name: string, folder: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** S3 takes objects of at most 5 GB: larger files go up in parts. */
const PART_BYTES = 512 * 1024 * 1024;
const MANIFEST = 'manifest.json';
const NAME_LENGTH = 'slipway-backup-20260101T000000Z'.length;

export function createS3Backups(options: S3Options, partBytes = PART_BYTES): S3Backups {
  const send = createS3Send(options, 'The store of backups');
  const urlOf = (key: string): URL =>
    toObjectUrl(options, key.split('/').map(encodeURIComponent).join('/'));

  const put = async (key: string, body: Blob, payloadHash: string): Promise<void> => {
    const stored = await send({ method: 'PUT', url: urlOf(key), payloadHash }, body);
    if (!stored.ok)
      throw new SlipwayError(
        'unavailable',
        'The bucket for backups does not exist. Create it and try again.',
      );
  };

  const readManifest = async (
    name: string,
  ): Promise<{ readonly manifest: Manifest; readonly partBytes: number }> => {
    const found = await send({ method: 'GET', url: urlOf(`${name}/${MANIFEST}`) });
    const text = await found.text();
    if (!found.ok)
      throw new SlipwayError(
        'not_found',
        `There is no backup ${name} in the bucket, or it is not complete.`,
      );
    const { partBytes: size } = JSON.parse(text) as { readonly partBytes?: number };
    return { manifest: parseManifest(text, `${name}/${MANIFEST}`), partBytes: size ?? PART_BYTES };
  };

  return {
    async put(name, folder, manifest) {
      for (const { path, bytes, sha256 } of manifest.files) {
        const file = await openAsBlob(join(folder, path));
        const parts = partsOf(path, bytes, partBytes);
        for (const { key, from, to } of parts) {
          const hash = parts.length === 1 ? sha256 : await hashOf(join(folder, path), from, to);
          await put(`${name}/${key}`, parts.length === 1 ? file : file.slice(from, to), hash);
        }
      }
      const text = JSON.stringify({ ...manifest, partBytes });
      await put(
        `${name}/${MANIFEST}`,
        new Blob([text]),
        createHash('sha256').update(text).digest('hex'),
      );
    },

    async list() {
      const names = await namesIn(options, send);
      const complete: string[] = [];
      for (const name of names)
        if ((await send({ method: 'HEAD', url: urlOf(`${name}/${MANIFEST}`) })).ok)
          complete.push(name);
      return complete;
    },

    async fetch(name, folder) {
      const { manifest, partBytes: size } = await readManifest(name);
      for (const { path, bytes } of manifest.files) {
        const target = join(folder, path);
        await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
        const file = await open(target, 'wx', PRIVATE_FILE);
        try {
          for (const { key } of partsOf(path, bytes, size)) {
            const { ok, body } = await send({ method: 'GET', url: urlOf(`${name}/${key}`) });
            if (!ok || body === null)
              throw new SlipwayError(
                'bad_request',
                `${name}/${key} is missing in the bucket. Use another backup.`,
              );
            for await (const chunk of chunksOf(body)) await file.writeFile(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
      }
      await writeManifest(folder, manifest);
    },

    async remove(name) {
      const { manifest, partBytes: size } = await readManifest(name);
      // The manifest goes first: a backup that is half removed must not look complete.
      await send({ method: 'DELETE', url: urlOf(`${name}/${MANIFEST}`) });
      for (const { path, bytes } of manifest.files)
        for (const { key } of partsOf(path, bytes, size))
          await send({ method: 'DELETE', url: urlOf(`${name}/${key}`) });
    },
  };
}

function partsOf(path: string, bytes: number, size: number) {
  const count = Math.max(1, Math.ceil(bytes / size));
  return Array.from({ length: count }, (_, i) => ({
    key: count === 1 ? path : `${path}.part${i + 1}`,
    from: i * size,
    to: Math.min(bytes, (i + 1) * size),
  }));
}

async function hashOf(path: string, from: number, to: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, {
    start: from,
    end: to - 1,
  }) as AsyncIterable<Uint8Array>)
    hash.update(chunk);
  return hash.digest('hex');
}

async function namesIn(
  options: S3Options,
  send: ReturnType<typeof createS3Send>,
): Promise<readonly string[]> {
  // Options hold it encoded, as part of an address.
  const prefix = decodeURIComponent(options.prefix ?? '');
  const names = new Set<string>();
  let token: string | undefined;
  do {
    // Some stores sign a slash at the end in another way.
    const url = new URL(`${options.endpoint.replace(/\/$/, '')}/${options.bucket}`);
    const query = {
      'list-type': '2',
      delimiter: '/',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await send({ method: 'GET', url });
    const text = await response.text();
    if (!response.ok)
      throw new SlipwayError(
        'unavailable',
        'The bucket for backups does not exist. Create it and try again.',
      );
    for (const key of elements(text, 'Prefix')) names.add(key.slice(-(NAME_LENGTH + 1), -1));
    [token] = elements(text, 'NextContinuationToken');
  } while (token !== undefined);
  return [...names].filter((name) => BACKUP_NAME.test(name)).sort();
}

/** Contents of all elements of a name, in order. */
function elements(xml: string, name: string): string[] {
  const [, ...rest] = xml.split(`<${name}>`);
  return rest.map((text) => text.slice(0, text.indexOf(`</${name}>`)));
}
