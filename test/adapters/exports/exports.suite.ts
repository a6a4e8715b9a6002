import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { ExportFiles } from '../../../core/ports/export-files.ts';

/** What every place for exports must do. */
export function exportsSuite(open: () => ExportFiles): void {
  const textOf = async (name: string, bytes: number): Promise<string | undefined> => {
    const content = await open().read('c1', name, bytes);
    if (content === undefined) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('grow by bytes, not by characters', async () => {
    const first = await open().write('c1', 'a.csv', 0, 'größe 🌱\n');
    expect(first).toBe(Buffer.byteLength('größe 🌱\n'));
    const second = await open().write('c1', 'a.csv', first, 'two\n');
    expect(await textOf('a.csv', second)).toBe('größe 🌱\ntwo\n');
  });

  it('keep every character whole, however long the text', async () => {
    const text = `x${'🌱'.repeat(40_000)}ü${'€'.repeat(40_000)}`;
    const end = await open().write('c1', 'long.csv', 0, text);
    expect(end).toBe(Buffer.byteLength(text));
    expect(await textOf('long.csv', end)).toBe(text);
  });

  it('forget what stood after the position', async () => {
    const first = await open().write('c1', 'b.csv', 0, 'one\n');
    await open().write('c1', 'b.csv', first, 'a longer line that was never noted\n');
    const again = await open().write('c1', 'b.csv', first, 'two\n');
    expect(again).toBe(first + 4);
    expect(await textOf('b.csv', again)).toBe('one\ntwo\n');
    expect(await textOf('b.csv', again - 4)).toBe('one\n');
  });

  it('are not longer for a piece with nothing in it', async () => {
    const first = await open().write('c1', 'e.csv', 0, '');
    const second = await open().write('c1', 'e.csv', first, 'one\n');
    const third = await open().write('c1', 'e.csv', second, '');
    const last = await open().write('c1', 'e.csv', third, 'two\n');
    expect([first, second, third, last]).toEqual([0, 4, 4, 8]);
    expect(await textOf('e.csv', last)).toBe('one\ntwo\n');
  });

  it('are kept by company, gone when removed, and empty when nothing is in them', async () => {
    await open().write('c1', 'd.csv', 0, '');
    expect(await textOf('d.csv', 0)).toBe('');
    expect(await open().read('c2', 'd.csv', 0)).toBeUndefined();
    const end = await open().write('c1', 'd.csv', 0, 'one\n');
    await open().write('c1', 'd.csv', end, 'two\n');
    await open().remove('c1', 'd.csv');
    await open().remove('c1', 'd.csv');
    expect(await textOf('d.csv', 0)).toBeUndefined();
  });

  it('never leave their place', async () => {
    for (const name of ['../x', '..', '.hidden', 'a/b', '', 'x\0'])
      await expect(open().write('c1', name, 0, '')).rejects.toThrow(TypeError);
    await expect(open().write('..', 'x', 0, '')).rejects.toThrow(TypeError);
  });
}
