import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskExports } from '../../../adapters/exports/disk.ts';
import type { ExportFiles } from '../../../core/ports/export-files.ts';

describe('exports on disk', () => {
  let folder: string;
  let files: ExportFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-exports-'));
    files = createDiskExports(join(folder, 'exports'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const textOf = async (name: string, bytes: number): Promise<string | undefined> => {
    const content = await files.read('c1', name, bytes);
    if (content === undefined) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('grow by bytes, not by characters', async () => {
    const first = await files.write('c1', 'a.csv', 0, 'größe 🌱\n');
    expect(first).toBe(Buffer.byteLength('größe 🌱\n'));
    const second = await files.write('c1', 'a.csv', first, 'two\n');
    expect(await textOf('a.csv', second)).toBe('größe 🌱\ntwo\n');
  });

  it('keep every character whole, however long the text', async () => {
    const text = `x${'🌱'.repeat(40_000)}ü${'€'.repeat(40_000)}`;
    const end = await files.write('c1', 'long.csv', 0, text);
    expect(end).toBe(Buffer.byteLength(text));
    expect(await textOf('long.csv', end)).toBe(text);
  });

  it('forget what stood after the position', async () => {
    const first = await files.write('c1', 'b.csv', 0, 'one\n');
    await files.write('c1', 'b.csv', first, 'a longer line that was never noted\n');
    const again = await files.write('c1', 'b.csv', first, 'two\n');
    expect(await textOf('b.csv', 1000)).toBe('one\ntwo\n');
    expect(await textOf('b.csv', again - 4)).toBe('one\n');
  });

  it('are not continued where there is a hole', async () => {
    await files.write('c1', 'c.csv', 0, 'one\n');
    await expect(files.write('c1', 'c.csv', 400, 'two\n')).rejects.toThrow('cannot be continued');
  });

  it('are kept by company, gone when removed, and empty when nothing is in them', async () => {
    await files.write('c1', 'd.csv', 0, '');
    expect(await textOf('d.csv', 0)).toBe('');
    expect(await files.read('c2', 'd.csv', 0)).toBeUndefined();
    await files.remove('c1', 'd.csv');
    await files.remove('c1', 'd.csv');
    expect(await textOf('d.csv', 0)).toBeUndefined();
  });

  it('never leave their folder', async () => {
    for (const name of ['../x', '..', '.hidden', 'a/b', '', 'x\0'])
      await expect(files.write('c1', name, 0, '')).rejects.toThrow(TypeError);
    await expect(files.write('..', 'x', 0, '')).rejects.toThrow(TypeError);
    expect(await readdir(folder)).toEqual(['exports']);
  });
});
