import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSlipway } from '../../server/embed/embed.ts';
import { png } from '../samples/media.ts';
import { runCommand } from '../server/run-command.ts';
import { useProcesses } from '../server/slipway-process.ts';

const slipway = useProcesses();
const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-data-'));

async function serveIn(data: string): Promise<{ code: number | null; err: string }> {
  const service = slipway(['serve', '--port', '0', '--data', data, '--json']);
  const code = await Promise.race([service.exit, service.ready().then(() => service.end())]);
  return { code, err: service.err() };
}

/** Every file below a folder with its rights. */
function rightsBelow(place: string): { readonly [name: string]: string } {
  const names = readdirSync(place, { recursive: true }) as string[];
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(place, name)).mode & 0o777).toString(8)]),
  );
}

describe('a data folder without its database', () => {
  const remains: readonly (readonly [string, (data: string) => void])[] = [
    ['a secret', (data) => writeFileSync(join(data, 'secret'), 'a secret of enough length')],
    [
      'media',
      (data) => {
        mkdirSync(join(data, 'media', 'co_x', 'ab'), { recursive: true });
        writeFileSync(join(data, 'media', 'co_x', 'ab', 'abcd'), 'picture');
      },
    ],
    ['a log', (data) => writeFileSync(join(data, 'slipway.db-wal'), 'changes')],
    ['an empty database', (data) => writeFileSync(join(data, 'slipway.db'), '')],
  ];

  test.each(remains)(
    'that holds %s is not begun in anew by serve or the keys command, and stays as it is',
    async (_, leave) => {
      const data = folder();
      leave(data);
      const before = readdirSync(data, { recursive: true });
      const served = await serveIn(data);
      expect([served.code, served.err]).toEqual([
        1,
        expect.stringMatching(/slipway restore.*to start afresh/),
      ]);
      expect(served.err).not.toContain('.ts:');
      expect(await runCommand(['keys', 'list', '--data', data])).toMatchObject({
        code: 3,
        error: { message: expect.stringMatching(/to start afresh/) },
      });
      expect(readdirSync(data, { recursive: true })).toEqual(before);
    },
  );

  test('is not begun in anew by a program that embeds the service', async () => {
    const database = `sqlite:${join(folder(), 'slipway.db')}`;
    const path = database.slice('sqlite:'.length);
    const first = await createSlipway({ database, work: false });
    await first.media.upload({ name: 'a.png', content: await png(600, 600) });
    await first.close();
    rmSync(path);
    await expect(createSlipway({ database, work: false })).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringMatching(
        /files\/secret and .*files\/media belong to an installation.*to start afresh/,
      ),
    });
    expect(existsSync(path)).toBe(false);

    // A database that is whole but knows no company is not the one these files belong to.
    const other = join(folder(), 'other.db');
    const company = await createSlipway({
      database: `sqlite:${other}`,
      folder: folder(),
      work: false,
    });
    await company.close();
    const { DatabaseSync } = await import('node:sqlite');
    const opened = new DatabaseSync(other);
    opened.exec("DELETE FROM documents WHERE kind = 'company'");
    opened.close();
    await expect(
      createSlipway({ database: `sqlite:${other}`, folder: `${path}.files`, work: false }),
    ).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('holds no company'),
    });
  });
});

test('everything in a data folder is for its user alone, whatever the umask', async () => {
  const before = process.umask(0);
  const data = join(folder(), 'data');
  try {
    const service = slipway(['serve', '--port', '0', '--data', data, '--json']);
    const { url, adminKey } = await service.ready();
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await png(600, 600))], 'a.png'));
    const authorization = `Bearer ${adminKey}`;
    const uploaded = await fetch(`${url}/v1/media/upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(uploaded.status).toBe(200);
    expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
    const rights = rightsBelow(data);
    expect(Object.keys(rights)).toEqual(
      expect.arrayContaining(['secret', 'slipway.db', 'slipway.db-wal', 'sandbox.jsonl']),
    );
    for (const [name, mode] of Object.entries(rights))
      expect([name, mode]).toEqual([
        name,
        statSync(join(data, name)).isDirectory() ? '700' : '600',
      ]);
    expect(Object.values(rights).filter((mode) => mode === '700').length).toBeGreaterThanOrEqual(4);
    await service.end();
  } finally {
    process.umask(before);
  }
});

describe('a data folder that cannot be one', () => {
  test('because it is a file is told in a sentence', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const { code, err } = await serveIn(file);
    expect([code, err]).toEqual([1, expect.stringContaining(`The folder ${file} is a file`)]);
    expect(err).not.toContain('.ts:');
  });

  test('because it cannot be written is told in a sentence', async () => {
    const data = folder();
    chmodSync(data, 0o555);
    // Root may write anywhere, so somebody else tries.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      await expect(createSlipway({ folder: data })).rejects.toMatchObject({
        code: 'storage_unusable',
        message: `The folder ${data} cannot be written. Name one this user may write to.`,
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
