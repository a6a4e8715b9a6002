import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { factTables } from '../../adapters/facts/sqlite-tables.ts';
import { documentTables } from '../../adapters/store/sqlite-schema.ts';
import { createSlipway, restoreSlipway } from '../../server/embed/embed.ts';
import { timeAgo } from '../machine-time.ts';
import { createDatabase } from '../postgres/database.ts';
import { png } from '../samples/media.ts';
import { runCommand as run } from '../server/run-command.ts';
import { useProcesses } from '../server/slipway-process.ts';

const slipway = useProcesses();
const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-backup-'));

/** An ad as the sandbox takes it in the account it begins with. */
const adNamed = (adName: string, url: string, adSet = '120000001001200211') => ({
  adName,
  adAccountId: 'act_1001',
  adSets: [adSet],
  page: '120000001001700001',
  secondary: '120000001001900001',
  link: 'https://example.com',
  media: [{ url }],
});

describe('a backup', () => {
  /** An installation that has launched an ad with a picture, and its backup. */
  async function launched() {
    const home = folder();
    const options = {
      database: `sqlite:${join(home, 'slipway.db')}`,
      secret: 'the secret of these tests',
    };
    const opened = await createSlipway(options);
    const { url } = await opened.media.upload({ name: 'a.png', content: await png(600, 600) });
    const { adBatchId } = await opened.launch(
      { ads: [adNamed('Boat', url)] },
      { idempotencyKey: 'boat' },
    );
    expect((await opened.finished(adBatchId)).rawStatus).toBe('Success');
    return { home, options, opened, url, adBatchId };
  }

  test('holds everything a program needs to go on elsewhere, and a repeated launch is known there', async () => {
    const { opened, options, url, adBatchId } = await launched();
    const { folder: backup, manifest, damaged } = await opened.backup({ to: folder() });
    expect(damaged).toEqual([]);
    const schema = { documents: documentTables.steps.length, facts: factTables.steps.length };
    expect(manifest).toMatchObject({ format: 1, database: 'sqlite', schema, secret: 'apart' });
    expect(readdirSync(backup).sort()).toEqual([
      'manifest.json',
      'media',
      'sandbox.jsonl',
      'slipway.db',
    ]);
    for (const name of readdirSync(backup, { recursive: true }) as string[]) {
      const found = statSync(join(backup, name));
      expect([name, (found.mode & 0o777).toString(8)]).toEqual([
        name,
        found.isDirectory() ? '700' : '600',
      ]);
    }
    await opened.close();

    const elsewhere = { ...options, database: `sqlite:${join(folder(), 'other.db')}` };
    expect(await restoreSlipway(backup, elsewhere)).toMatchObject({
      companies: 1,
      unfinished: { batches: 0, duplications: 0 },
      secret: 'opens',
    });
    const again = await createSlipway(elsewhere);
    expect(again.adminKey).toBeUndefined();
    expect(await again.batches.status({ id: adBatchId })).toMatchObject({
      rawStatus: 'Success',
      successfulAds: 1,
    });
    const repeated = await again.launch(
      { ads: [adNamed('Boat', url)] },
      { idempotencyKey: 'boat' },
    );
    expect(repeated.adBatchId).toBe(adBatchId);
    expect((await again.batches.list()).pagination.total).toBe(1);
    const picture = await again
      .app()
      .request(new URL(url).pathname, { headers: { authorization: `Bearer ${opened.adminKey}` } });
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).toEqual([
      200,
      (await png(600, 600)).length,
    ]);
    await again.close();
  });

  test('with its secret needs nothing else; without it says what is missing', async () => {
    const home = join(folder(), 'data');
    const service = slipway(['serve', '--port', '0', '--data', home, '--json']);
    const { adminKey } = await service.ready();
    const to = folder();
    expect(
      (await run(['backup', '--data', home, '--to', join(to, 'without')])).answer,
    ).toMatchObject({
      success: true,
      secret: 'apart',
    });
    expect(
      (await run(['backup', '--data', home, '--to', join(to, 'with'), '--with-secret'])).answer,
    ).toMatchObject({
      success: true,
      secret: 'included',
    });
    expect(await service.end()).toBe(0);
    const [one, two] = [join(folder(), 'one'), join(folder(), 'two')];
    expect((await run(['restore', join(to, 'without'), '--data', one])).answer).toMatchObject({
      secret: 'missing',
      companies: 1,
    });
    expect((await run(['restore', join(to, 'with'), '--data', two])).answer).toMatchObject({
      secret: 'opens',
    });
    expect((await run(['doctor', '--data', one])).code).toBe(1);
    expect((await run(['doctor', '--data', two])).code).toBe(0);
    const next = slipway(['serve', '--port', '0', '--data', two, '--json']);
    const { url, adminKey: none } = await next.ready();
    expect(none).toBeNull();
    expect(
      (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${adminKey}` } })).status,
    ).toBe(200);
  });

  test('is never restored over anything, and not when a byte of it is missing or changed', async () => {
    const { opened, options, home } = await launched();
    const { folder: backup } = await opened.backup({ to: join(folder(), 'mine') });
    await opened.close();
    await expect(restoreSlipway(backup, options)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not empty'),
    });
    expect(readdirSync(home).sort()).toEqual(['slipway.db', 'slipway.db.files']);
    const full = folder();
    writeFileSync(join(full, 'mine.txt'), 'mine');
    expect(await run(['restore', backup, '--data', full])).toMatchObject({
      code: 3,
      error: { code: 'conflict' },
    });
    expect(readdirSync(full)).toEqual(['mine.txt']);

    const files = (readdirSync(backup, { recursive: true }) as string[]).filter((name) =>
      statSync(join(backup, name)).isFile(),
    );
    expect(files.length).toBeGreaterThan(3);
    for (const name of files) {
      const path = join(backup, name);
      const before = readFileSync(path);
      const changed = Buffer.from(before);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      writeFileSync(path, changed);
      const target = join(folder(), 'data');
      expect([name, (await run(['restore', backup, '--data', target])).code]).toEqual([name, 3]);
      expect(existsSync(join(target, 'slipway.db'))).toBe(false);
      writeFileSync(path, before);
    }
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    for (const path of ['../outside', '/etc/outside', 'media/../../outside']) {
      const files = [...manifest.files, { path, bytes: 0, sha256: '' }];
      writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, files }));
      expect(await run(['restore', backup, '--data', join(folder(), 'data')])).toMatchObject({
        code: 3,
        error: { code: 'bad_request' },
      });
    }
    expect(await run(['restore', folder(), '--data', join(folder(), 'data')])).toMatchObject({
      code: 3,
      error: { code: 'not_found', message: expect.stringContaining('There is no backup in') },
    });
  });

  test('is a folder inside the one that --to names, made or not; restoring takes the latest there, or the one that is named', async () => {
    const { opened, home } = await launched();
    await opened.close();
    const data = join(home, 'slipway.db.files');
    const env = {
      SLIPWAY_DATABASE: `sqlite:${join(home, 'slipway.db')}`,
      SLIPWAY_SECRET: 'the secret of these tests',
    };
    const to = join(folder(), 'not', 'there');
    const backUp = async () => (await run(['backup', '--data', data, '--to', to], env)).answer;
    const first = await backUp();
    expect(first.folder).toBe(join(to, first.name));
    expect(first.name).toMatch(/^slipway-backup-\d{8}T\d{6}Z$/);
    // Names hold seconds.
    await expect.poll(async () => timeAgo(0).slice(0, 19)).not.toBe(first.createdAt.slice(0, 19));
    const second = await backUp();
    expect(readdirSync(to).sort()).toEqual([first.name, second.name]);
    const restored = async (...words: readonly string[]) => {
      const own = join(folder(), 'data');
      const settings = { ...env, SLIPWAY_DATABASE: `sqlite:${join(own, 'slipway.db')}` };
      return (await run(['restore', ...words, '--data', own], settings)).answer.createdAt;
    };
    expect(await restored(to)).toBe(second.createdAt);
    expect(await restored(to, '--backup', first.name)).toBe(first.createdAt);
    expect(await restored(join(to, first.name))).toBe(first.createdAt);
  });

  test('tells a medium that is damaged where it is kept, and leaves nothing behind when it fails', async () => {
    const { opened, options } = await launched();
    const media = `${options.database.slice('sqlite:'.length)}.files/media`;
    const [file = ''] = (readdirSync(media, { recursive: true }) as string[]).filter((name) =>
      /[0-9a-f]{64}$/.test(name),
    );
    chmodSync(join(media, file), 0o600);
    appendFileSync(join(media, file), 'x');
    expect((await opened.backup({ to: folder() })).damaged).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    const to = folder();
    writeFileSync(join(to, 'file'), '');
    await expect(opened.backup({ to: join(to, 'file') })).rejects.toMatchObject({
      code: 'bad_request',
    });
    await opened.close();
    const memory = await createSlipway({ work: false });
    await expect(memory.backup({ to })).rejects.toMatchObject({ code: 'bad_request' });
    await memory.close();
    expect(readdirSync(to)).toEqual(['file']);
  });
});

test('a backup of a working service, restored after it has gone on and died: nothing accepted is lost, nothing is launched twice', async () => {
  const LAUNCHES = 40;
  const sandbox = slipway([
    'sandbox',
    '--port',
    '0',
    '--json',
    '--state',
    join(folder(), 'world.jsonl'),
  ]);
  const { url: world = '' } = await sandbox.ready();
  const env = {
    SLIPWAY_SANDBOX_URL: world,
    SLIPWAY_SECRET: 'the secret of these tests',
    SLIPWAY_LOG: 'off',
    SLIPWAY_WRITE_LIMIT: '10000',
    SLIPWAY_READ_LIMIT: '10000',
    SLIPWAY_COMPANY_WRITE_LIMIT: '10000',
    SLIPWAY_COMPANY_READ_LIMIT: '10000',
  };
  const data = join(folder(), 'data');
  const service = slipway(['serve', '--port', '0', '--data', data, '--json'], env);
  const { url, adminKey } = await service.ready();
  const authorization = `Bearer ${adminKey}`;
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await png(600, 600))], 'a.png'));
  const uploaded = await fetch(`${url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const { url: picture } = (await uploaded.json()) as { url: string };
  await fetch(`${world}/_sandbox/latency`, { method: 'POST', body: JSON.stringify({ ms: 300 }) });

  const launch = (at: string, i: number) =>
    fetch(`${at}/v1/launch`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': `launch ${i}`,
      },
      body: JSON.stringify({
        ads: [adNamed(`Ad ${i}`, picture, `1200000010012002${String(11 + (i % 10))}`)],
      }),
    });
  const accepted = new Map<number, number>();
  const launching = (async () => {
    for (let i = 0; i < LAUNCHES; i++) {
      const answer = await launch(url ?? '', i);
      expect([i, answer.status, answer.status === 202 ? '' : await answer.text()]).toEqual([
        i,
        202,
        '',
      ]);
      accepted.set(i, ((await answer.json()) as { adBatchId: number }).adBatchId);
    }
  })();
  await expect.poll(() => accepted.size, { interval: 5 }).toBeGreaterThan(LAUNCHES / 2);
  const before = new Map(accepted);
  const backup = join(folder(), 'copy');
  expect((await run(['backup', '--data', data, '--to', backup], env)).answer).toMatchObject({
    success: true,
  });
  await launching;
  // It goes on with what the backup holds as unfinished, and then it is gone.
  await expect.poll(() => adsIn(world).then((ads) => ads.length)).toBe(LAUNCHES);
  await service.end('SIGKILL');

  const restored = join(folder(), 'data');
  const { answer } = await run(['restore', backup, '--data', restored], env);
  expect(answer).toMatchObject({ success: true, companies: 1, secret: 'opens' });
  expect(answer.unfinished.batches).toBeGreaterThan(0);
  await fetch(`${world}/_sandbox/latency`, { method: 'POST', body: JSON.stringify({ ms: 0 }) });
  const next = slipway(['serve', '--port', '0', '--data', restored, '--json'], env);
  const { url: at = '' } = await next.ready();
  for (const [i, adBatchId] of before) {
    const repeated = await launch(at, i);
    expect([i, repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([
      i,
      202,
      'true',
    ]);
    expect(await repeated.json()).toMatchObject({ adBatchId });
  }
  const statuses = () =>
    Promise.all(
      [...accepted.values()].map(async (id) => {
        const answer = await fetch(`${at}/v1/batch-status/${id}`, { headers: { authorization } });
        // What was accepted after the copy was made is not known any more.
        return answer.status === 404
          ? 'unknown'
          : ((await answer.json()) as { rawStatus: string }).rawStatus;
      }),
    );
  const isUnderWay = (status: string) => status === 'Queued' || status === 'Processing';
  await expect.poll(async () => (await statuses()).some(isUnderWay), { interval: 500 }).toBe(false);
  expect(await statuses()).not.toContain('Error');
  const names = await adsIn(world);
  expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
  expect(names).toHaveLength(LAUNCHES);
  for (const adBatchId of before.values()) {
    const status = await fetch(`${at}/v1/batch-status/${adBatchId}`, {
      headers: { authorization },
    });
    expect(await status.json()).toMatchObject({ rawStatus: 'Success', successfulAds: 1 });
  }
  expect(await next.end()).toBe(0);
});

/** The names of the ads our launches made at the platform. */
async function adsIn(world: string): Promise<string[]> {
  const { list } = (await (await fetch(`${world}/_sandbox/state?objects=1`)).json()) as {
    list: {
      [kind: string]: { readonly name?: string; readonly fields?: { readonly name?: string } }[];
    };
  };
  return Object.entries(list)
    .filter(([kind]) => kind === 'ad' || kind === 'ads')
    .flatMap(([, objects]) => objects)
    .flatMap(({ name, fields }) => name ?? fields?.name ?? [])
    .filter((name) => /^Ad \d+$/.test(name));
}

test('a Postgres whose dump is made elsewhere: the files are copied beside it, and the commands are told', {
  tags: ['postgres'],
}, async () => {
  const database = await createDatabase();
  const env = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'the secret of these tests' };
  const data = join(folder(), 'data');
  const service = slipway(['serve', '--port', '0', '--data', data, '--json'], env);
  await service.ready();
  await service.end();
  const nowhere = slipway(['backup', '--data', data, '--to', folder(), '--json'], {
    ...env,
    PATH: '/nowhere',
  });
  expect(await nowhere.exit).toBe(3);
  expect(JSON.parse(nowhere.err()).error.message).toMatch(
    /no pg_dump.*pg_dump --format=custom --schema=slipway .*"\$SLIPWAY_DATABASE"/,
  );
  expect(nowhere.err()).not.toContain(new URL(database.url).host);

  const backup = join(folder(), 'copy');
  expect(
    (await run(['backup', '--without-database', '--data', data, '--to', backup], env)).answer,
  ).toMatchObject({
    database: 'elsewhere',
  });
  const empty = await createDatabase();
  const elsewhere = { ...env, SLIPWAY_DATABASE: empty.url };
  expect(await run(['restore', backup, '--data', join(folder(), 'data')], elsewhere)).toMatchObject(
    {
      code: 3,
      error: { message: expect.stringContaining('pg_restore --exit-on-error') },
    },
  );
  expect(
    (await run(['restore', backup, '--data', join(folder(), 'data')], env)).answer,
  ).toMatchObject({
    companies: 1,
    secret: 'opens',
  });
  await empty.drop();
  await database.drop();
});
