import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen } from '../../adapters/sandbox/listen.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import { type Company, createSlipway, type SlipwayOptions } from '../../server/embed/embed.ts';

/** Programs without types can pass anything. */
const withOptions = (options: unknown) => createSlipway(options as SlipwayOptions);

describe('createSlipway', () => {
  test.each([
    [
      'no place at all',
      { places: { launches: { places: 0 } } },
      'places.launches.places must be at least 1',
    ],
    ['a word misspelt', { databse: 'sqlite:x.db' }, 'databse is no option, did you mean database?'],
    [
      'a database of another kind',
      { database: 'mysql://x' },
      'database must be memory, sqlite:FILE or postgres://…',
    ],
    [
      'a file without its kind',
      { database: 'slipway.db' },
      'database must be memory, sqlite:FILE or postgres://…',
    ],
    ['a database that is no text', { database: 5 }, 'database must be a text'],
    ['platforms that are neither', { platforms: 'Live' }, 'platforms must be sandbox or live'],
    ['a secret that is none', { secret: 'x' }, 'secret must have at least 16 characters'],
    [
      'an address that is none',
      { publicUrl: 'app.example.com' },
      'publicUrl must start with http:// or https://',
    ],
    [
      'Postgres without a place for files',
      { database: 'postgres://127.0.0.1:1/x' },
      'folder is missing',
    ],
    [
      'Postgres without a secret for all',
      { database: 'postgres://127.0.0.1:1/x', folder: '/tmp' },
      'secret is missing',
    ],
    [
      'a sandbox for real platforms',
      { platforms: 'live', sandboxUrl: 'http://127.0.0.1:1' },
      'sandboxUrl is not for live platforms',
    ],
    ['a pool without a connection', { pool: { store: 0 } }, 'pool.store must be at least 1'],
    ['a pool there is not', { pool: { stor: 1 } }, 'pool.stor is no option'],
    ['nothing', null, 'give an object'],
  ])('refuses %s before anything is opened', async (_, options, words) => {
    await expect(withOptions(options)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(words),
    });
  });

  test('tells every fault at once, and never a value that may be secret', async () => {
    const faulty = withOptions({ database: 'mysql://me:hush@host/x', secret: 'hush', work: 'yes' });
    const { message } = await faulty.then(
      () => new Error('It was accepted.'),
      (error: Error) => error,
    );
    expect(message).toMatch(/database must.*secret must.*work must/);
    expect(message).not.toContain('hush');
  });

  test('refuses a folder that is a file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'slipway-embed-')), 'file');
    writeFileSync(file, '');
    await expect(createSlipway({ folder: file })).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining(`${file} is a file`),
    });
  });

  test('what types would have refused is refused with words', async () => {
    const slipway = await createSlipway({ work: false });
    await expect(
      slipway.media.upload({ name: 'a.png', content: 'bytes' as unknown as Uint8Array }),
    ).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(
      slipway.batches.undo({ id: 1, mode: 'everything' as 'delete' }),
    ).rejects.toMatchObject({
      code: 'unprocessable_entity',
    });
    await slipway.close();
  });

  test('in memory it leaves nothing behind when it is closed', async () => {
    const place = mkdtempSync(join(tmpdir(), 'slipway-embed-'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = place;
    try {
      const slipway = await createSlipway({ work: false });
      expect(readdirSync(place)).toHaveLength(1);
      await slipway.close();
      expect(readdirSync(place)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  test('a program that is loaded again before it closed the first shares the sandbox with it', async () => {
    const place = mkdtempSync(join(tmpdir(), 'slipway-embed-'));
    const options = { database: `sqlite:${join(place, 'slipway.db')}`, work: false };
    const before = await createSlipway(options);
    const after = await createSlipway(options);
    const { companyId } = await after.companies.create({ name: 'Guests', sandbox: true });
    await after.close();
    expect((await before.company(companyId).accounts.list()).data.length).toBeGreaterThan(0);
    expect(
      (
        await before
          .company(companyId)
          .accounts.profiles({ accountId: await someAccount(before.company(companyId)) })
      ).data.length,
    ).toBeGreaterThan(0);
    await before.close();
  });

  test('programs with folders of their own share a sandbox by its address', async () => {
    const sandbox = createSandbox();
    const { url, stop } = await listen(sandbox, 0);
    const [one, two] = await Promise.all(
      [1, 2].map(() => createSlipway({ sandboxUrl: `${url}/`, work: false })),
    );
    await one?.companies.create({ name: 'Guests', sandbox: true });
    expect(await two?.ports.sandbox?.state()).toEqual(await one?.ports.sandbox?.state());
    await Promise.all([one?.close(), two?.close()]);
    await stop();
  });
});

const someAccount = async (company: Company): Promise<string> =>
  (await company.accounts.list()).data.find(
    ({ platform, status }) => platform === 'primary' && status === 'active',
  )?.id ?? '';
