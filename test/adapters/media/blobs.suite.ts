import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Blobs } from '../../../adapters/media/blobs.ts';

const content = Buffer.from('0123456789'.repeat(1_000));
const sha256 = createHash('sha256').update(content).digest('hex');

export async function localFile(bytes: Buffer = content) {
  const path = join(await mkdtemp(join(tmpdir(), 'slipway-blob-')), 'file');
  await writeFile(path, bytes);
  return { path, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

export async function read(
  blobs: Blobs,
  key: string,
  range?: { from: number; to: number },
): Promise<string | undefined> {
  const chunks = await blobs.read(key, range);
  if (chunks === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk);
  return Buffer.concat(pieces).toString();
}

/** What every place for contents must do. */
export function blobsSuite(create: () => Promise<Blobs>): void {
  test('what was put can be read, whole and in parts', async () => {
    const blobs = await create();
    const key = `co_read/${sha256}`;
    await blobs.put(key, await localFile());
    expect(await read(blobs, key)).toBe(content.toString());
    expect(await read(blobs, key, { from: 0, to: 0 })).toBe('0');
    expect(await read(blobs, key, { from: 3, to: 12 })).toBe('3456789012');
    expect(await read(blobs, key, { from: 9_998, to: 9_999 })).toBe('89');
  });

  test('what was not put is not there, nor is another company’s', async () => {
    const blobs = await create();
    await blobs.put(`co_one/${sha256}`, await localFile());
    expect(await blobs.read(`co_two/${sha256}`)).toBeUndefined();
    expect(await blobs.read(`co_one/${'0'.repeat(64)}`)).toBeUndefined();
  });

  test('putting the same twice, and at once, is harmless', async () => {
    const blobs = await create();
    const key = `co_twice/${sha256}`;
    await Promise.all(Array.from({ length: 5 }, async () => blobs.put(key, await localFile())));
    await blobs.put(key, await localFile());
    expect(await read(blobs, key)).toBe(content.toString());
  });

  test('what was removed is gone; removing it again is harmless', async () => {
    const blobs = await create();
    const key = `co_gone/${sha256}`;
    await blobs.put(key, await localFile());
    await blobs.remove(key);
    expect(await blobs.read(key)).toBeUndefined();
    await blobs.remove(key);
  });

  test('an empty file and one of several mebibytes survive', async () => {
    const blobs = await create();
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(5 * 1024 * 1024, 'x')]) {
      const file = await localFile(bytes);
      await blobs.put(`co_sizes/${file.sha256}`, file);
      expect((await read(blobs, `co_sizes/${file.sha256}`))?.length).toBe(bytes.length);
    }
  });

  test.each([
    `../${sha256}`,
    `co/../${sha256}`,
    `co/${sha256}/..`,
    `co/${'g'.repeat(64)}`,
    `/etc/${sha256}`,
    `co\0/${sha256}`,
    sha256,
    '',
  ])('%j is not a key', async (key) => {
    const blobs = await create();
    await expect(blobs.read(key)).rejects.toThrow('not a key');
    await expect(blobs.put(key, await localFile())).rejects.toThrow('not a key');
    await expect(blobs.remove(key)).rejects.toThrow('not a key');
  });
}
