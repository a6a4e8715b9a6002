import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SlipwayError } from '../../core/base/errors.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import { type FileRecord, recordOf } from './files.ts';

const shape = v.object({
  format: v.literal(1),
  /** The version of Slipway that made it. */
  slipway: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `elsewhere`: a Postgres whose dump somebody makes beside this. */
  database: v.picklist(['sqlite', 'postgres', 'elsewhere']),
  /** The versions of the tables, by part of the service. */
  schema: v.record(v.string(), v.number()),
  secret: v.picklist(['included', 'apart']),
  media: v.picklist(['included', 'elsewhere']),
  files: v.array(
    v.object({
      path: v.pipe(v.string(), v.check(isInside)),
      bytes: v.number(),
      sha256: v.string(),
    }),
  ),
});

/** What a backup is and what belongs to it: the last file that is written. */
export type Manifest = v.InferOutput<typeof shape>;

const NAME = 'manifest.json';

/** What a backup is called, by the time it was made. */
export const BACKUP_NAME = /^slipway-backup-\d{8}T\d{6}Z$/;
export const backupName = (at: Date): string =>
  `slipway-backup-${at.toISOString().slice(0, 19).replace(/[:-]/g, '')}Z`;

/** A manifest is no way to write outside the folder it is restored to. */
function isInside(path: string): boolean {
  return (
    !path.startsWith('/') &&
    !path.includes('\\') &&
    path.split('/').every((part) => !['', '.', '..'].includes(part))
  );
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`, {
    flag: 'wx',
    mode: PRIVATE_FILE,
    flush: true,
  });

/**
 * The manifest of a backup whose files are all there and unchanged. Throws `bad_request` with what
 * is not.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch((cause: unknown) => {
    throw new SlipwayError(
      'bad_request',
      `${folder} is no backup: there is no ${NAME} in it. Name the folder slipway backup made.`,
      {
        cause,
      },
    );
  });
  const manifest = parseManifest(text, join(folder, NAME));
  for (const file of manifest.files) await checkFile(folder, file);
  return manifest;
}

/** Throws `bad_request` for what is no manifest. */
export function parseManifest(text: string, where: string): Manifest {
  const read = v.safeParse(shape, parsed(text));
  if (read.success) return read.output;
  throw new SlipwayError(
    'bad_request',
    `${where} cannot be read: it was changed, or a newer version of Slipway made this backup.`,
  );
}

async function checkFile(folder: string, { path, bytes, sha256 }: FileRecord): Promise<void> {
  const found = await recordOf(folder, path).catch(() => undefined);
  const why =
    found === undefined
      ? 'is missing'
      : found.bytes !== bytes || found.sha256 !== sha256
        ? 'is not what was written: it was damaged or changed'
        : undefined;
  if (why !== undefined)
    throw new SlipwayError(
      'bad_request',
      `${join(folder, path)} ${why}. Nothing was restored; use another backup.`,
    );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
