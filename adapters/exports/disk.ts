import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFiles } from '../../core/ports/export-files.ts';
import { diskTrouble } from '../runtime/disk-trouble.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../runtime/private-files.ts';
import { assertPart } from './names.ts';

/** Characters encoded at a time; each needs at most three bytes. */
const PIECE = 32 * 1024;
const encoder = new TextEncoder();
/** Bytes of pieces, used again: a large array for each write would wait for the collector. */
const spare: Uint8Array[] = [];

/** Exports as files in a folder, one folder for each company. */
export function createDiskExports(folder: string): ExportFiles {
  const pathOf = (companyId: string, name: string): string => {
    for (const part of [companyId, name]) assertPart(part);
    return join(folder, companyId, name);
  };
  return {
    async write(companyId, name, at, text) {
      try {
        const path = pathOf(companyId, name);
        await mkdir(join(folder, companyId), { recursive: true, mode: PRIVATE_FOLDER });
        return await writeAt(path, at, text);
      } catch (error) {
        throw diskTrouble(error, 'The export');
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

/** Answers where the file ends then. */
async function writeAt(path: string, at: number, text: string): Promise<number> {
  const piece = spare.pop() ?? new Uint8Array(PIECE * 3);
  const file = await open(path, at === 0 ? 'w' : 'r+', PRIVATE_FILE);
  try {
    const { size } = await file.stat();
    if (size < at) throw new Error(`${path} has ${size} bytes; it cannot be continued at ${at}.`);
    await file.truncate(at);
    let end = at;
    for (let from = 0; from < text.length; ) {
      const { read, written } = encoder.encodeInto(
        text.slice(from, cutAt(text, from + PIECE)),
        piece,
      );
      for (let done = 0; done < written; )
        done += (await file.write(piece, done, written - done, end + done)).bytesWritten;
      from += read;
      end += written;
    }
    await file.datasync();
    return end;
  } finally {
    if (spare.length < 4) spare.push(piece);
    await file.close();
  }
}

/** Never between the halves of a character: each half alone would be written as a question mark. */
const cutAt = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;

async function* empty(): AsyncIterable<Uint8Array> {}
