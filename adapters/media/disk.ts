import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskTrouble } from '../runtime/disk-trouble.ts';
import { PRIVATE_FOLDER } from '../runtime/private-files.ts';
import { syncFile } from '../runtime/sync-file.ts';
import { assertKey, type Blobs } from './blobs.ts';

/** Contents as files of a folder. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (key: string) => {
    assertKey(key);
    const [company = '', sha256 = ''] = key.split('/');
    return join(folder, company, sha256.slice(0, 2), sha256);
  };

  return {
    async put(key, file) {
      const path = pathOf(key);
      if (await exists(path)) return;
      // Beside the final name, then renamed: no reader sees half a file.
      const half = `${path}.${crypto.randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
        await link(file.path, half).catch(() => copyFile(file.path, half));
        await syncFile(half);
        await rename(half, path);
        await syncFile(dirname(path));
      } catch (error) {
        await rm(half, { force: true });
        throw diskTrouble(error, 'The file');
      }
    },

    async read(key, range) {
      const path = pathOf(key);
      if (!(await exists(path))) return undefined;
      return createReadStream(path, range && { start: range.from, end: range.to });
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
