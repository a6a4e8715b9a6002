import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen } from '../../adapters/sandbox/listen.ts';
import { appSecret } from '../../adapters/sandbox/meta/graph/tokens.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Outbound } from '../../core/ports/outbound.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/process/config.ts';
import { firstStart } from '../../server/process/first-start.ts';
import { openRuntime } from '../../server/process/runtime.ts';
import { startWork } from '../../server/process/workers.ts';
import type { Arrived } from '../core/features/leads/leads-fixture.ts';
import { controlAt, heardOf, pixel } from '../lead-path.ts';
import { createDatabase } from '../postgres/database.ts';
import { runCommand } from '../server/run-command.ts';

/** In the addresses of the people who fill in forms, and in their telephone numbers. */
const WORD = 'hannelore';
const PLANTED = [WORD, 'people.example', '1510000000'];
const ADDRESS = `${WORD}-1@people.example`;
const eur = seed.accounts.eur;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

/** What was said or written somewhere, by the name of the place. */
type Said = readonly (readonly [string, string])[];

const filesOf = (folder: string): Said =>
  filesIn(folder).map((path) => [path, readFileSync(path, 'latin1')]);
const hitsIn = (said: Said): readonly string[] =>
  said.flatMap(([place, text]) =>
    PLANTED.filter((each) => text.toLowerCase().includes(each)).map((each) => `${place}: ${each}`),
  );
const placesOf = (said: Said, text: string) =>
  said.filter(([, each]) => each.includes(text)).length;

/** A log and a tracer that keep every line and every span. */
function listeners() {
  const told: string[] = [];
  const tell = (...said: readonly unknown[]): void => void told.push(JSON.stringify(said));
  const log: Log = { debug: tell, info: tell, warn: tell, error: tell };
  const tracer: Tracer = {
    current: () => undefined,
    span: (name, options, work) => {
      tell(name, options);
      return work({ set: (attributes) => tell(attributes), fail: (reason) => tell(reason) });
    },
  };
  return { told, log, tracer };
}

interface Place {
  readonly env: { readonly [name: string]: string };
  /** Rows of a database that is not in the data folder, where backups of the command have none. */
  rows?(): Promise<Said>;
}

async function leavesNoTrace({ env, rows }: Place): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-leads-'));
  const data = join(folder, 'data');
  const sandbox = await listen(createSandbox(), 0);
  const control = controlAt(sandbox.url);
  const { told, log, tracer } = listeners();
  const settings = {
    ...env,
    SLIPWAY_SECRET: 'the secret of these tests',
    SLIPWAY_SANDBOX_URL: sandbox.url,
  };
  const config = readConfig(['--data', data], settings);
  const house = await openRuntime(config, log, 'https://slipway.test', tracer);
  const posted: string[] = [];
  const outbound: Outbound = {
    post: async (...sent) => {
      posted.push(JSON.stringify(sent));
      return { ok: true, status: 204 };
    },
  };
  const ports = { ...house.ports, outbound };
  const key = await firstStart(ports);
  const app = createApp(ports, { readLimit: 10_000, writeLimit: 10_000, tracer });
  const worker = await startWork(ports, config.places, undefined, tracer);

  /** Answers that no one asked for answers of people in. */
  const answered: [string, string][] = [];
  const ask = async (
    method: string,
    path: string,
    body?: object | string,
    headers: object = {},
  ) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    if (!(method === 'GET' && path.startsWith('/v1/leads') && response.ok))
      answered.push([`${method} ${path}`, text]);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
    return { status: response.status, text, body: (isJson ? JSON.parse(text) : {}) as any };
  };

  await ask('POST', '/v1/connections', {
    platform: 'primary',
    credentials: { accessToken: seed.token, appSecret },
  });
  await ask('POST', '/v1/webhooks', { url: 'https://crm.example/hook', events: ['lead.created'] });
  const arrive = async (count: number) =>
    (await control('POST', 'leads', { platform: 'meta', word: WORD, count })) as Arrived;
  const { leadIds: listed } = await arrive(2);
  await ask('PUT', '/v1/lead-watches', { accountId: eur, keepDays: 90, destination: pixel });
  const inbox = new URL((await ask('POST', `/v1/lead-watches/primary:${eur}/address`, {})).body.url)
    .pathname;
  const total = async () => (await ask('GET', '/v1/leads/counts')).body.total;
  await expect.poll(total).toBe(6);
  const { leadIds: noticed, notices } = await arrive(1);
  for (const { body, headers } of notices) {
    await ask('POST', inbox, body, { 'x-hub-signature-256': 'sha256=0' });
    await ask('POST', inbox, body, headers);
  }
  await expect.poll(total).toBe(7);
  const [first = '', second = '', third = ''] = [...listed, ...noticed].map(
    (id) => `primary:${id}`,
  );
  await expect.poll(() => posted.filter((body) => body.includes(third)).length).toBe(1);

  // Those who ask for answers get them.
  for (const path of ['/v1/leads?limit=10', '/v1/leads/csv', `/v1/leads/${first}`])
    expect([path, (await ask('GET', path)).text]).toEqual([path, expect.stringContaining(ADDRESS)]);
  const sent = await ask(
    'POST',
    '/v1/leads/stages',
    { stages: [{ leadId: first, stage: 'sold' }] },
    { 'idempotency-key': 'a' },
  );
  const csv = `leadId,stage\n${second},sold`;
  expect(
    (await ask('POST', '/v1/leads/stages/csv', { csv }, { 'idempotency-key': 'b' })).body.accepted,
  ).toBe(1);
  expect(sent.body.accepted).toBe(1);
  await expect.poll(async () => (await heardOf(control, listed[1] ?? '')).length).toBe(1);
  const erased = await ask(
    'POST',
    '/v1/leads/erase',
    { email: ADDRESS },
    { 'idempotency-key': 'c' },
  );
  // The same address by list and by notice.
  expect(erased.body.erased).toBe(2);

  // Requests that are wrong are answered without what they brought.
  for (const body of [
    { email: ADDRESS, phone: '+4915100000001' },
    { id: ADDRESS },
    { id: `primary:${ADDRESS}` },
    { phone: `${ADDRESS} 1` },
    `{"email":"${ADDRESS}"`,
    `{"email":${ADDRESS}}`,
  ])
    expect(
      (await ask('POST', '/v1/leads/erase', body, { 'idempotency-key': String(answered.length) }))
        .status,
    ).toBeGreaterThan(399);
  await ask(
    'POST',
    '/v1/leads/stages',
    { stages: [{ leadId: first, stage: ADDRESS }] },
    { 'idempotency-key': 'd' },
  );
  for (const body of [
    { stages: ADDRESS },
    { stages: [{ leadId: ADDRESS, stage: 'sold' }] },
    { stages: [{ leadId: `primary:${ADDRESS}`, stage: 'sold' }] },
    { destination: ADDRESS, stages: [{ leadId: first, stage: 'sold' }] },
    {
      stages: [
        { leadId: first, stage: 'sold', happenedAt: ADDRESS, value: ADDRESS, currency: ADDRESS },
      ],
    },
  ])
    expect(
      (await ask('POST', '/v1/leads/stages', body, { 'idempotency-key': String(answered.length) }))
        .status,
    ).toBeGreaterThan(399);
  await ask('POST', '/v1/leads/stages/csv', {
    csv: `leadId,stage,value\n${second},sold,${ADDRESS}`,
  });
  await ask('POST', inbox, `{"email":"${ADDRESS}"`, {});
  await ask('GET', `/v1/leads/${ADDRESS}`);
  await ask('GET', `/v1/leads?since=${ADDRESS}`);
  await ask('GET', `/v1/leads/counts?email=${ADDRESS}`);
  await ask('GET', `/v1/nowhere/${ADDRESS}`);

  for (const path of [
    'audit',
    'webhooks',
    'conversions/uploads',
    'lead-watches',
    `leads/forms?accountId=${eur}`,
    'jobs',
    'health',
  ])
    await ask('GET', `/v1/${path}`);
  const [{ id: webhookId }] = (await ask('GET', '/v1/webhooks')).body.data;
  await ask('GET', `/v1/webhooks/${webhookId}/deliveries`);
  await ask('GET', '/metrics');
  const { exportId } = (await ask('POST', '/v1/exports', { accountIds: [eur] })).body;
  await expect
    .poll(async () => (await ask('GET', `/v1/exports/${exportId}`)).body.status)
    .toBe('success');
  await ask('GET', `/v1/exports/${exportId}/file`);
  const { company } = (await ask('GET', '/v1/me')).body;
  const whole = await ask('GET', `/v1/companies/${company.id}/export`);
  await worker.stop();
  await house.close();
  const copies = join(folder, 'copies');
  const backup = await runCommand(
    ['backup', '--data', data, '--to', copies, ...(rows ? ['--without-database'] : [])],
    settings,
  );
  expect([backup.code, backup.error]).toEqual([0, undefined]);

  const kept = [...filesOf(folder), ...((await rows?.()) ?? [])];
  const delivered: Said = posted.map((body) => ['delivered', body]);
  const logged: Said = told.map((line) => ['logged', line]);
  // A place that was not looked at would hold no lead either.
  expect(placesOf([['export', whole.text]], third)).toBe(1);
  expect(placesOf(kept, third)).toBeGreaterThan(0);
  if (rows === undefined) expect(placesOf(filesOf(copies), third)).toBeGreaterThan(0);
  expect(logged.length).toBeGreaterThan(50);
  expect(hitsIn([...kept, ...delivered, ...logged, ...answered])).toEqual([]);
  await sandbox.stop();
}

describe('answers of people stand in no row, file, backup, export, log, trace, delivery or error', () => {
  test('with SQLite', () => leavesNoTrace({ env: {} }));

  test('with Postgres', { tags: ['postgres'] }, async () => {
    const database = await createDatabase();
    await leavesNoTrace({
      env: { SLIPWAY_DATABASE: database.url },
      async rows() {
        const tables = await database.query(
          `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
        );
        const said: [string, string][] = [];
        for (const { name } of tables)
          for (const { row } of await database.query(`SELECT t::text AS row FROM ${name} t`))
            said.push([String(name), String(row)]);
        return said;
      },
    });
    await database.drop();
  });
});
