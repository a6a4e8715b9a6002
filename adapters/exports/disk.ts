import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFiles } from '../../core/ports/export-files.ts';

/** Exports as files in a folder, one folder for each company. */
export function createDiskExports(folder: string): ExportFiles {
  const pathOf = (companyId: string, name: string): string => {
    for (const part of [companyId, name])
      if (!/^[\w-][\w.-]{0,120}$/.test(part)) throw new TypeError(`${JSON.stringify(part)} cannot be part of a file's path.`);
    return join(folder, companyId, name);
  };
  return {
    async write(companyId, name, at, text) {
      const path = pathOf(companyId, name);
      await mkdir(join(folder, companyId), { recursive: true });
      const file = await open(path, at === 0 ? 'w' : 'r+');
      try {
        const { size } = await file.stat();
        if (size < at) throw new Error(`${name} has ${size} bytes; it cannot be continued at ${at}.`);
        await file.truncate(at);
        const bytes = new TextEncoder().encode(text);
        for (let written = 0; written < bytes.length; )
          written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
        await file.datasync();
        return at + bytes.length;
      } finally {
        await file.close();
      }
    },

    async read(companyId, name, bytes) {
      const path = pathOf(companyId, name);
      if (!(await stat(path).catch(() => undefined))) return undefined;
      if (bytes === 0) return empty();
      return createReadStream(path, { end: bytes - 1, highWaterMark: 256 * 1024 });
    },

    async remove(companyId, name) {
      await rm(pathOf(companyId, name), { force: true });
    },
  };
}

async function* empty(): AsyncIterable<Uint8Array> {}
