import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobKind, jobWrite } from '../../core/records/job.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { createSlipway } from '../../server/embed/embed.ts';
import { letDie } from '../dead-job.ts';
import { machineNow, timeAgo } from '../machine-time.ts';
import { openMailbox } from '../mailbox.ts';
import { openProvider } from '../openid-provider.ts';
import { createDatabase } from '../postgres/database.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly fix?: string;
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-doctor-'));

/** Not the service that may run on this machine. */
const NO_SERVICE = { SLIPWAY_URL: 'http://127.0.0.1:9' };

async function doctor(
  data: string,
  env: { readonly [name: string]: string } = {},
): Promise<(name: string) => Check | undefined> {
  let out = '';
  await runCommandLine(
    ['doctor', '--data', data, '--json'],
    { ...NO_SERVICE, ...env },
    { write: (text) => (out += text) },
    { write: () => undefined },
  );
  const { checks } = JSON.parse(out) as { checks: readonly Check[] };
  return (name) => checks.find((check) => check.name === name);
}

test('doctor counts open jobs by queue, and names those that are tried again and again', async () => {
  const data = folder();
  const slipway = await createSlipway({
    database: `sqlite:${join(data, 'slipway.db')}`,
    folder: data,
    work: false,
  });
  const { store } = slipway.ports;
  const later = machineNow() + 60_000;
  await store.commit([
    jobWrite('launch', 'co_1', { subject: '7', now: later }),
    jobWrite('launch', 'co_2', { subject: '1', now: later }),
    jobWrite('export', 'co_1', { subject: 'exp_1', now: later }),
    jobWrite('sweep', SYSTEM, { subject: 'expired', now: later }),
  ]);
  expect((await doctor(data))('jobs')).toEqual({
    name: 'jobs',
    ok: true,
    found: 'open: export 1, launch 2',
  });

  const stuck = await store.get(jobKind, SYSTEM, 'launch:co_1:7');
  const tried = stuck && { ...stuck.doc, attempts: 23 };
  await store.commit([
    { kind: jobKind, companyId: SYSTEM, id: 'launch:co_1:7', expect: 1, doc: tried },
  ]);
  await slipway.close();
  expect((await doctor(data))('jobs')).toMatchObject({
    ok: true,
    found: 'open: export 1, launch 2. 1 launch not done after up to 23 tries: 7 of co_1',
    fix: expect.stringContaining('job.failed'),
  });
});

test('doctor tells of dead jobs and how to put them back, and does not call that a fault', async () => {
  const data = folder();
  const slipway = await createSlipway({
    database: `sqlite:${join(data, 'slipway.db')}`,
    folder: data,
    work: false,
  });
  const { store } = slipway.ports;
  expect((await doctor(data))('dead jobs')).toEqual({ name: 'dead jobs', ok: true, found: 'none' });
  await store.commit([
    jobWrite('launch', 'co_1', { subject: '7', now: machineNow() }),
    jobWrite('export', 'co_1', { subject: 'exp_1', now: machineNow() + 60_000 }),
  ]);
  const died = timeAgo(86_400_000);
  await letDie(store, 'launch:co_1:7', Date.parse(died));
  await slipway.close();
  const checked = await doctor(data);
  expect(checked('dead jobs')).toMatchObject({
    ok: true,
    found: expect.stringContaining(`1 launch job failed too often and is dead since ${died}`),
    fix: expect.stringContaining('slipway jobs retry'),
  });
  expect(checked('jobs')).toMatchObject({ found: 'open: export 1' });
});

test('doctor asks the sandbox that all processes share, and says where each would have its own', {
  tags: ['postgres'],
}, async () => {
  expect(
    (await doctor(folder(), { SLIPWAY_SANDBOX_URL: 'http://127.0.0.1:9' }))('platforms'),
  ).toMatchObject({
    ok: false,
    found: 'no sandbox answers at http://127.0.0.1:9',
    fix: expect.stringContaining('slipway sandbox'),
  });
  const database = await createDatabase();
  const shared = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'a secret of enough length' };
  expect((await doctor(folder(), shared))('platforms')).toMatchObject({
    ok: true,
    fix: expect.stringContaining('SLIPWAY_SANDBOX_URL'),
  });
  expect((await doctor(folder()))('platforms')?.fix).toBeUndefined();
  await database.drop();
});

test('doctor tries the key of the research source, and says what to do when it is refused', async () => {
  const data = folder();
  let status = 200;
  const source = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        status === 200 ? { result: { data: [] } } : { error: { message: 'No such key', data: {} } },
      ),
    );
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const slipway = await createSlipway({
    database: `sqlite:${join(data, 'slipway.db')}`,
    folder: data,
    work: false,
    platforms: 'live',
    http: {
      requestAll: async (requests) =>
        requests.map(() => ({
          ok: true,
          status: 200,
          headers: {},
          text: '{"result":{"data":[]}}',
        })),
    },
  });
  await slipway.research.connect({ apiKey: 'adscan_live_kept' });
  await slipway.close();
  const env = { SLIPWAY_PLATFORMS: 'live', SLIPWAY_RESEARCH_BASE_URL: url };
  const host = new URL(url).host;
  expect((await doctor(data, env))('research source')).toMatchObject({
    ok: true,
    found: `${host} takes the key`,
  });
  status = 401;
  expect((await doctor(data, env))('research source')).toMatchObject({
    ok: false,
    found: 'No such key',
    fix: expect.stringContaining('Settings, Connections'),
  });
  source.closeAllConnections();
  source.close();
});

test('doctor looks at the mail server and at the provider people sign in with, where they are set', async () => {
  const data = folder();
  expect((await doctor(data))('mail server')).toBeUndefined();
  const login = { user: 'slipway', password: 'p@ss' };
  const mailbox = await openMailbox(login);
  const mail = (url: string) =>
    doctor(data, { SLIPWAY_SMTP_URL: url, SLIPWAY_MAIL_FROM: 'Slipway <ads@example.com>' });
  const told = (await mail(mailbox.url))('mail server');
  expect(told).toMatchObject({ ok: true, found: expect.stringContaining('takes mail') });
  const wrong = (await mail(mailbox.url.replace('p%40ss', 'other')))('mail server');
  expect(wrong).toMatchObject({ ok: false, fix: expect.stringContaining('SLIPWAY_SMTP_URL') });
  expect(JSON.stringify([told, wrong])).not.toMatch(/p@ss|p%40ss/);
  expect(mailbox.messages).toEqual([]);
  await mailbox.stop();
  expect((await mail(mailbox.url))('mail server')).toMatchObject({ ok: false });

  const provider = await openProvider();
  provider.serve('http://127.0.0.1:4000/dashboard/oidc/callback');
  const known = {
    SLIPWAY_OIDC_CLIENT_ID: provider.clientId,
    SLIPWAY_OIDC_CLIENT_SECRET: provider.clientSecret,
  };
  const ask = async (issuer: string, more = {}) =>
    (await doctor(data, { ...known, ...more, SLIPWAY_OIDC_ISSUER: issuer }))('sign-in provider');
  expect(await ask(provider.issuer, { SLIPWAY_OIDC_CLIENT_SECRET: 'another' })).toMatchObject({
    ok: false,
    found: expect.stringContaining('does not take the client'),
    fix: expect.stringContaining('SLIPWAY_OIDC_CLIENT_SECRET'),
  });
  expect(await ask(provider.issuer)).toMatchObject({
    ok: true,
    found: expect.stringContaining('answers'),
  });
  // The same address by another name is another issuer.
  expect(await ask(provider.issuer.replace('127.0.0.1', 'localhost'))).toMatchObject({
    ok: false,
    found: expect.stringContaining('calls itself'),
  });
  await provider.stop();
  expect(await ask(provider.issuer)).toMatchObject({
    ok: false,
    fix: expect.stringContaining('SLIPWAY_OIDC_ISSUER'),
  });

  const ahead = createServer((_request, response) => {
    const issuer = `http://127.0.0.1:${(ahead.address() as AddressInfo).port}`;
    const at = (path: string): string => `${issuer}/${path}`;
    const endpoints = {
      authorization_endpoint: at('a'),
      token_endpoint: at('t'),
      jwks_uri: at('k'),
    };
    response.setHeader('date', new Date(machineNow() + 3_600_000).toUTCString());
    response.end(JSON.stringify({ issuer, ...endpoints }));
  });
  await new Promise<void>((resolve) => ahead.listen(0, '127.0.0.1', resolve));
  const skewed = await ask(`http://127.0.0.1:${(ahead.address() as AddressInfo).port}`);
  expect(skewed).toMatchObject({
    ok: false,
    found: expect.stringContaining('ahead of'),
    fix: expect.stringContaining('NTP'),
  });
  ahead.close();
});

test('doctor names the versions in use, and one that has ended with what to set', async () => {
  const live = {
    SLIPWAY_PLATFORMS: 'live',
    SLIPWAY_SECRET: 'a secret that is long enough for this',
  };
  const checked = await doctor(folder(), { ...live, SLIPWAY_LINKEDIN_VERSION: '202511' });
  expect(checked('version of LinkedIn')).toMatchObject({
    ok: true,
    found: expect.stringContaining('Version 202511 of the API has ended on 2026-11-16'),
    fix: expect.stringContaining('SLIPWAY_LINKEDIN_VERSION'),
  });
  expect((await doctor(folder()))('platform versions')).toBeUndefined();
});

test('doctor tries the place of backups, also where an earlier backup is known, and leaves nothing there', async () => {
  const data = folder();
  const target = (place: string) => doctor(data, { SLIPWAY_BACKUP: place });
  const kept = join(folder(), 'new', 'backups');
  expect((await target(`disk:${kept}`))('backup target')).toMatchObject({
    ok: true,
    found: expect.stringContaining(kept),
  });
  expect(existsSync(kept)).toBe(false);
  expect((await target('disk:/proc/nope'))('backup target')).toMatchObject({
    ok: false,
    fix: expect.stringContaining('SLIPWAY_BACKUP'),
  });
  expect((await doctor(data))('backup target')).toBeUndefined();
});

test('doctor looks for pg_dump and at the replica of a Postgres', {
  tags: ['postgres'],
}, async () => {
  const database = await createDatabase();
  const env = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'a secret of enough length' };
  const backup = { SLIPWAY_BACKUP: `disk:${folder()}` };
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  const without = await doctor(folder(), { ...env, ...backup });
  process.env.PATH = path;
  expect(without('pg_dump')).toMatchObject({
    ok: false,
    fix: expect.stringContaining('postgresql-client'),
  });
  expect((await doctor(folder(), env))('pg_dump')).toBeUndefined();
  // The database itself is no standby.
  expect(
    (await doctor(folder(), { ...env, SLIPWAY_DATABASE_REPLICA: database.url }))('replica'),
  ).toMatchObject({
    ok: false,
    found: expect.stringContaining('no standby'),
  });
  await database.drop();
});
