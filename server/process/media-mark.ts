import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SlipwayError } from '../../core/base/errors.ts';
import { mediaMarkKind } from '../../core/media/records.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';

const ID = 'media';
/** The folder of the mark: no company is called so. */
export const MARKS = 'place';
const keyOf = (sha256: string): string => `${MARKS}/${sha256}`;

/** Of a folder or a bucket. */
interface Blobs {
  put(
    key: string,
    file: { readonly path: string; readonly sha256: string; readonly bytes: number },
  ): Promise<void>;
  read(key: string): Promise<unknown>;
}

/**
 * Whether the media place of this process is the one that the others on this database have: a file
 * in the place has the name that a document has. Undefined before a process has made them.
 */
export async function isSharedPlace(store: Store, blobs: Blobs): Promise<boolean | undefined> {
  const found = await store.get(mediaMarkKind, SYSTEM, ID);
  return found && (await blobs.read(keyOf(found.doc.sha256))) !== undefined;
}

async function mark(store: Store, blobs: Blobs): Promise<void> {
  const text = `This is the media place of a Slipway installation: ${crypto.randomUUID()}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(tmpdir(), `slipway-place-${sha256.slice(0, 12)}`);
  await writeFile(path, text);
  try {
    await blobs.put(keyOf(sha256), { path, sha256, bytes: Buffer.byteLength(text) });
  } finally {
    await rm(path, { force: true });
  }
  await store.commit([
    { kind: mediaMarkKind, companyId: SYSTEM, id: ID, expect: 'absent', doc: { sha256 } },
  ]);
}

export const OTHER_PLACE = {
  found:
    'This process keeps media in another place than the others on this database: files that one takes, another does not find.',
  fix: 'Set SLIPWAY_MEDIA to one shared folder or bucket for all processes. If the place has moved, copy all of its files, the folder “place” too.',
} as const;

/** Before a process works; the first marks its place. Throws `storage_unusable`. */
export async function refuseOtherPlace(store: Store, blobs: Blobs): Promise<void> {
  if ((await isSharedPlace(store, blobs)) === undefined) await mark(store, blobs);
  // Another process may have been faster.
  if ((await isSharedPlace(store, blobs)) === false)
    throw new SlipwayError('storage_unusable', `${OTHER_PLACE.found} ${OTHER_PLACE.fix}`);
}
