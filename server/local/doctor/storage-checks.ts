import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDiskBlobs } from '../../../adapters/media/disk.ts';
import { createS3Blobs, type S3Options } from '../../../adapters/media/s3.ts';
import { makeFolders, openPrivateFolder } from '../../../adapters/runtime/private-files.ts';
import { checkSqliteFile } from '../../../adapters/store/sqlite-database.ts';
import { companyKind } from '../../../core/access/records.ts';
import { type Store, SYSTEM } from '../../../core/ports/store.ts';
import { openStorage } from '../../process/assemble.ts';
import type { Config } from '../../process/config.ts';
import { isMissing, refuseRemains } from '../../process/data-folder.ts';
import { isSharedPlace, OTHER_PLACE } from '../../process/media-mark.ts';
import type { Storage } from '../../process/storage.ts';
import { type Check, check, NOT_YET } from './check.ts';
import { secretCheck } from './secret-check.ts';

/** Where an installation keeps things, looked at without making any of it. */

export const checkFolder = ({ data }: Config): Promise<Check> =>
  check(
    'data folder',
    `Make ${resolve(data)} writable for this user, or name another with --data.`,
    async () => {
      const found = await stat(data).catch(() => undefined);
      if (found === undefined) return `${resolve(data)}, ${NOT_YET}`;
      openPrivateFolder(data);
      if ((found.mode & 0o077) === 0) return resolve(data);
      return {
        ok: true,
        found: `${resolve(data)}, open to other users`,
        fix: `chmod 700 ${resolve(data)}`,
      };
    },
  );

/** Database and secret, and how many companies there are. */
export async function checkStorage(
  config: Config,
): Promise<{ readonly checks: readonly Check[]; readonly companies: number }> {
  const { database } = config;
  let storage: Storage | undefined;
  let companies = 0;
  try {
    const stored = await check('database', 'Start it, or correct SLIPWAY_DATABASE.', async () => {
      refuseRemains(
        database,
        config.data,
        config.media.type === 'disk' ? config.media.folder : undefined,
      );
      if (isMissing(database)) return NOT_YET;
      if (database.type === 'sqlite') await checkSqliteFile(database.path);
      storage = await openStorage(database);
      companies = await storage.store.count(companyKind, SYSTEM);
      const whole = database.type === 'sqlite' ? ', every page of it whole' : '';
      return `open, ${companies === 0 ? 'still empty' : companies === 1 ? '1 company' : `${companies} companies`}${whole}`;
    });
    const place =
      storage !== undefined && database.type === 'postgres'
        ? [await placeCheck(storage.store, config)]
        : [];
    return { checks: [stored, await secretCheck(config, storage?.store), ...place], companies };
  } finally {
    await storage?.close();
  }
}

/** Whether this process and the others have the same media place. */
const placeCheck = (store: Store, { media }: Config): Promise<Check> =>
  check('media place', OTHER_PLACE.fix, async () => {
    const blobs = media.type === 'disk' ? createDiskBlobs(media.folder) : createS3Blobs(media);
    const isShared = await isSharedPlace(store, blobs);
    if (isShared === false) throw new Error(OTHER_PLACE.found);
    return isShared ? 'the one of all processes on this database' : NOT_YET;
  });

export const checkMedia = ({ media }: Config): Promise<Check> =>
  media.type === 'disk'
    ? check(
        'media store',
        `Make ${resolve(media.folder)} a folder this user may write to, or name another in SLIPWAY_MEDIA.`,
        () => (existsSync(media.folder) ? tryFolder(media.folder) : Promise.resolve(NOT_YET)),
      )
    : check('media store', bucketFix('SLIPWAY_MEDIA'), () => tryBucket(media));

/** The place where scheduled backups go; made and removed again where it is not there yet. */
export const checkBackupTarget = ({ place }: NonNullable<Config['backup']>): Promise<Check> =>
  place.type === 'disk'
    ? check(
        'backup target',
        `Make ${resolve(place.folder)} a folder this user may write to, or name another in SLIPWAY_BACKUP.`,
        async () => {
          const made = makeFolders(place.folder);
          try {
            return await tryFolder(place.folder);
          } finally {
            if (made !== undefined) await rm(made, { recursive: true });
          }
        },
      )
    : check('backup target', bucketFix('SLIPWAY_BACKUP'), () => tryBucket(place));

const bucketFix = (setting: string): string =>
  `Correct the endpoint, bucket and region in ${setting}, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;

async function tryFolder(folder: string): Promise<string> {
  const path = join(folder, `.${crypto.randomUUID()}`);
  const bytes = randomBytes(64);
  try {
    await writeFile(path, bytes);
    if (!bytes.equals(await readFile(path)))
      throw new Error('What was written is not what was read back.');
  } finally {
    await rm(path, { force: true });
  }
  return `written and read in ${resolve(folder)}`;
}

async function tryBucket(place: S3Options): Promise<string> {
  const blobs = createS3Blobs(place);
  const bytes = randomBytes(64);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(tmpdir(), `slipway-doctor-${sha256.slice(0, 12)}`);
  await writeFile(path, bytes);
  try {
    const key = `doctor/${sha256}`;
    await blobs.put(key, { path, sha256, bytes: bytes.length });
    let read = 0;
    for await (const chunk of (await blobs.read(key)) ?? []) read += chunk.length;
    await blobs.remove(key);
    if (read !== bytes.length)
      throw new Error(`${bytes.length} bytes were written and ${read} read back.`);
    return `written and read in ${place.bucket}`;
  } finally {
    await rm(path, { force: true });
  }
}
