import { statfs } from 'node:fs/promises';
import { SlipwayError } from '../../core/base/errors.ts';

/** Below this a disk is full: small writes may still fit into existing files. */
const LEAST_BYTES = 16 * 1024 * 1024;

/** Throws `unavailable` when the disk of a folder is full. */
export async function checkRoom(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    // Not every system tells.
    const disk = await statfs(folder).catch(() => undefined);
    if (disk !== undefined && disk.blocks > 0 && disk.bavail * disk.bsize < LEAST_BYTES)
      throw new SlipwayError(
        'unavailable',
        'The disk of the service is as good as full. Its administrator has to free some space; then the service goes on by itself.',
        { cause: `${folder} has ${disk.bavail * disk.bsize} bytes left` },
      );
  }
}
