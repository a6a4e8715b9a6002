import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asking } from '../addon/addon-fixture.ts';
import { takers } from '../core/features/conversions/fixture.ts';
import { timeAgo } from '../machine-time.ts';
import { bareEnvironment, spawn } from '../processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bun = join(root, 'node_modules/.bin/bun');

const person = {
  email: 'Hannelore.Testkundin@Example.org',
  phone: '+49 151 9876 5432',
  externalId: 'kunde-4711-geheim',
  firstName: 'Hannelore',
  lastName: 'Testkundin',
  city: 'Wuppertal',
  region: 'Rheinland',
  postalCode: '42103',
  country: 'DE',
  ip: '203.0.113.77',
  userAgent: 'Browser-of-Hannelore/9',
  clickIds: { liFatId: 'click-of-hannelore' },
};
/** Whatever of it could tell who it was, as it stands or as it is normalised. */
const traces = [
  'hannelore',
  'testkundin',
  '9876 5432',
  '4915198765432',
  'kunde-4711',
  'wuppertal',
  'rheinland',
  '203.0.113.77',
];

const tracesIn = (text: string): readonly string[] =>
  traces.filter((trace) => text.toLowerCase().includes(trace));

/**
 * The files below a folder with what of the person stands in them. The state of the simulated
 * platforms is theirs.
 */
const leaks = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => statSync(join(folder, name)).isFile() && !basename(name).startsWith('sandbox'),
    )
    .flatMap((name) =>
      tracesIn(readFileSync(join(folder, name)).toString('latin1')).map(
        (trace) => `${name}: ${trace}`,
      ),
    );

/** A process, its output and its end. */
function run(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const child = spawn(bun, args, { cwd: root, env: { ...bareEnvironment(), ...env } });
  const said = { out: '', err: '' };
  child.stdout?.on('data', (data: Buffer) => {
    said.out += data;
  });
  child.stderr?.on('data', (data: Buffer) => {
    said.err += data;
  });
  return { child, said, ended: new Promise<number | null>((resolve) => child.on('exit', resolve)) };
}

test('nothing of a person is in answers, logs, the database, exports or backups of a real process', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-personal-'));
  const limits = { SLIPWAY_READ_LIMIT: '100000', SLIPWAY_WRITE_LIMIT: '100000' };
  const server = run(['server/main.ts', '--port', '0', '--data', data, '--json'], {
    ...limits,
    SLIPWAY_LOG: 'debug',
  });
  await expect.poll(() => server.said.out.includes('\n')).toBe(true);
  const { url, adminKey } = JSON.parse(server.said.out.split('\n')[0] ?? '') as {
    url: string;
    adminKey: string;
  };
  const told: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await asking(url, adminKey)(method, path, body);
    told.push(JSON.stringify(answer));
    return answer as { readonly [name: string]: never };
  };

  const destinations = takers.map(({ name }) => name);
  const happenedAt = timeAgo(60_000);
  const event = (eventId: string, more: object = {}) => ({
    eventId,
    name: 'purchase',
    happenedAt,
    source: 'website',
    url: 'https://shop.example/paid',
    user: person,
    ...more,
  });
  await ask('POST', '/v1/sandbox/faults', {
    fault: 'answer-lost',
    probability: 0.2,
    path: '*events*',
  });
  await ask('POST', '/v1/sandbox/faults', {
    fault: 'html-502',
    probability: 0.2,
    path: '*events*',
  });
  const uploads = [
    await ask('POST', '/v1/conversions', {
      destinations,
      events: [event('p-1'), event('p-2-sandbox-refused'), event('p-3')],
    }),
    await ask('POST', '/v1/conversions', {
      destinations,
      events: [event('p-1'), event('p-1', { value: '1' })],
    }),
    await ask('POST', '/v1/conversions', {
      destinations,
      events: [event('p-4', { user: { email: `${person.email} or so` } })],
    }),
    await ask('POST', '/v1/conversions/csv', {
      destinations,
      csv: `eventId,name,happenedAt,email,phone\nc-1,purchase,yesterday,${person.email},${person.phone}`,
    }),
    await ask('POST', '/v1/conversions/csv', {
      destinations,
      csv: `eventId,name,happenedAt,email\nc-2,purchase,${happenedAt},${person.email}`,
    }),
  ];
  expect(uploads.map(({ success }) => success)).toEqual([true, false, false, false, true]);
  const shots = uploads.flatMap(({ uploadId }: { readonly uploadId?: string }) => uploadId ?? []);
  expect(shots).toHaveLength(2);

  const started = await ask('POST', '/v1/exports', {
    accountIds: ['act_1001'],
    level: 'ad',
    format: 'csv',
  });
  await expect
    .poll(async () => (await ask('GET', `/v1/exports/${started.exportId}`)).status)
    .toBe('success');
  const headers = { authorization: `Bearer ${adminKey}` };
  const exported = await (
    await fetch(`${url}/v1/exports/${started.exportId}/file`, { headers })
  ).text();
  expect(exported).toContain('act_1001');
  for (const path of [
    '/v1/audit?limit=100',
    '/v1/conversions/uploads',
    '/v1/conversions/events?eventId=p-1',
  ])
    await ask('GET', path);

  // While it waits or is sent, and afterwards.
  const backup = async (name: string) => {
    const copy = run([
      'server/cli/main.ts',
      'backup',
      '--data',
      data,
      '--to',
      join(data, '..', name),
    ]);
    expect([await copy.ended, copy.said.err]).toEqual([0, expect.anything()]);
    return leaks(join(data, '..', name));
  };
  const early = `${basename(data)}-early`;
  expect(await backup(early)).toEqual([]);
  for (const id of shots)
    await expect
      .poll(async () => (await ask('GET', `/v1/conversions/uploads/${id}`)).counts, {
        interval: 500,
      })
      .toMatchObject({ queued: 0 });
  expect(await backup(`${basename(data)}-late`)).toEqual([]);
  server.child.kill('SIGTERM');
  await server.ended;

  expect(leaks(data)).toEqual([]);
  expect(tracesIn(told.join('\n'))).toEqual([]);
  expect(tracesIn(exported)).toEqual([]);
  // The log is the detailed one: it tells of the requests to platforms.
  expect(server.said.err.split('\n').length).toBeGreaterThan(50);
  expect(tracesIn(server.said.err)).toEqual([]);
  // A leak would be seen.
  writeFileSync(join(data, '..', early, 'left-behind.json'), JSON.stringify({ to: person.email }));
  expect(leaks(join(data, '..', early))).toEqual([
    'left-behind.json: hannelore',
    'left-behind.json: testkundin',
  ]);
});
