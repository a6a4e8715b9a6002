import { createHmac } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { folder, get, launch, type Running, start } from '../server/service-process.ts';

describe('a service from nothing', () => {
  test('prints one line when ready, and the key only once; all is there for a first launch; it ends when asked', async () => {
    const data = await folder();
    const first = await start(data);
    expect(first.out().trim().split('\n')).toHaveLength(1);
    expect(first).toMatchObject({
      ready: true,
      adminKey: expect.stringMatching(/^ak_/),
      sandboxUrl: expect.any(String),
    });
    const accounts = await (await get(`${first.url}/v1/adaccounts`, first.adminKey)).json();
    const account = accounts.data[0].id;
    for (const path of [
      `profiles?businessId=${account}`,
      `adsets?accountId=${account}`,
      `campaigns?accountId=${account}`,
    ])
      expect(
        (await (await get(`${first.url}/v1/${path}`, first.adminKey)).json()).data.length,
      ).toBeGreaterThan(0);
    const defaults = await (await get(`${first.url}/v1/launch-defaults`, first.adminKey)).json();
    expect(defaults.data).toMatchObject({
      page: expect.any(String),
      secondary: expect.any(String),
      launchPaused: true,
    });
    expect((await fetch(`${first.sandboxUrl}/_sandbox/state`)).status).toBe(200);
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
    expect(first.err()).not.toContain(first.adminKey);
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await start(data);
    expect(second.adminKey).toBeNull();
    expect((await get(`${second.url}/v1/me`, first.adminKey)).status).toBe(200);
    expect((await get(`${second.url}/v1/adsets?accountId=${account}`, first.adminKey)).status).toBe(
      200,
    );
  });

  test('what was answered survives a kill, the replay of an Idempotency-Key included', async () => {
    const data = await folder();
    const first = await start(data);
    const create = (url: string) =>
      fetch(`${url}/v1/workspaces`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${first.adminKey}`,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        },
        body: JSON.stringify({ name: 'Kept' }),
      });
    const before = await (await create(first.url)).json();
    await first.end('SIGKILL');
    const second = await start(data);
    const after = await create(second.url);
    expect([after.status, after.headers.get('idempotent-replay')]).toEqual([201, 'true']);
    expect(await after.json()).toEqual(before);
  });

  test('the sandbox inside cuts connections as the one that runs alone does', async () => {
    const { sandboxUrl } = await start(await folder());
    const post = (path: string, body: object) =>
      fetch(`${sandboxUrl}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    await post('/_sandbox/faults', { fault: 'answer-lost', path: '*/adlabels', times: 1 });
    const label = () =>
      post('/meta/act_1001/adlabels?access_token=sandbox-token', { name: 'lost' });
    await expect(label()).rejects.toThrow();
    expect((await label()).status).toBe(200);
  });

  test('processes on one folder share one sandbox, and go on with it when the one that ran it is gone', async () => {
    const data = await folder();
    const first = await start(data);
    const second = await start(data);
    expect(second.sandboxUrl).toBe(first.sandboxUrl);
    const names = async ({ url }: Running): Promise<readonly string[]> => {
      const answer = await get(`${url}/v1/campaigns?accountId=act_1001`, first.adminKey);
      return answer.ok ? (await answer.json()).data.map(({ name }: { name: string }) => name) : [];
    };
    const made = await fetch(`${second.url}/v1/manage/create-campaign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: 'act_1001', name: 'Shared', objective: 'OUTCOME_TRAFFIC' }),
    });
    expect([made.ok, await names(first)]).toEqual([true, expect.arrayContaining(['Shared'])]);
    await first.end('SIGKILL');
    // The first question finds nobody; the next is answered from the file.
    await names(second);
    expect(await names(second)).toContain('Shared');
  });

  test('a launch from nothing: file, plan, ads, and a signed word to an address on the same machine when it has ended', async () => {
    const { url, adminKey } = await start(await folder());
    const told = new Promise<{ readonly signature: string; readonly body: string }>((resolve) => {
      const receiver = createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        response.end();
        receiver.close();
        resolve({ signature: String(request.headers['slipway-signature']), body });
      }).listen(0, '127.0.0.1', async () => {
        const { port } = receiver.address() as AddressInfo;
        hook = await post('/v1/webhooks', {
          url: `http://127.0.0.1:${port}/told`,
          events: ['batch.finished'],
        });
        await launchOne();
      });
    });
    let hook: { readonly [field: string]: string } = {};
    const headers = { authorization: `Bearer ${adminKey}` };
    const post = async (path: string, body: object) =>
      (
        await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    const launchOne = async (): Promise<void> => {
      const form = new FormData();
      form.set('file', new File([Uint8Array.from(await png(600, 600))], 'first.png'));
      const file = await (
        await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form })
      ).json();
      const adSets = await (
        await fetch(`${url}/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200`, { headers })
      ).json();
      const adSet = adSets.data.find(({ adCount }: { adCount: number }) => adCount === 0);
      const ad = {
        adAccountId: 'act_1001',
        link: 'https://example.com',
        media: [{ url: file.url }],
        adSets: [adSet],
      };
      expect(
        await post('/v1/launch', { useDefaults: true, ads: [{ ...ad, adName: 'First' }] }),
      ).toMatchObject({ success: true });
    };
    const { signature, body } = await told;
    const [, at, proof] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(proof).toBe(
      createHmac('sha256', hook.secret ?? '')
        .update(`${at}.${body}`)
        .digest('hex'),
    );
    expect(JSON.parse(body)).toMatchObject({
      event: 'batch.finished',
      data: { status: 'success', successfulAds: 1 },
    });
  });

  test('a client that falls silent in the middle of its body keeps the service neither from others nor from ending', async () => {
    const { url, adminKey, end } = await start(await folder());
    const stalled = fetch(`${url}/v1/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      }),
    }).catch(() => undefined);
    expect((await get(`${url}/v1/me`, adminKey)).status).toBe(200);
    expect(await end('SIGTERM')).toBe(0);
    await stalled;
  });
});

test('every fault of the configuration is told at once, and nothing is started', async () => {
  const data = await folder();
  const { exit, out, err } = launch(['--data', data], {
    SLIPWAY_SECRET: 'short',
    SLIPWAY_READ_LIMIT: 'many',
    SLIPWAY_PLATFORM: 'live',
  });
  expect(await exit).toBe(2);
  expect(err()).toMatch(/SLIPWAY_SECRET must.*SLIPWAY_READ_LIMIT must.*mean SLIPWAY_PLATFORMS/s);
  expect(out()).toBe('');
  expect(await readdir(data)).toEqual([]);
});

test('a first start that finds its port taken says so, and leaves the first key to the start that succeeds', async () => {
  const [data, other] = [await folder(), await start(await folder())];
  const refused = launch(['--port', new URL(other.url).port, '--data', data]);
  expect(await refused.exit).toBe(1);
  expect(refused.err()).toContain('The port is taken');
  expect(refused.err()).not.toContain('main.ts');
  expect((await start(data)).adminKey).toMatch(/^ak_/);
});

test('a database that is not there is waited for, and its absence explained in the log', async () => {
  const { child, exit, err, logged } = launch(['--data', await folder()], {
    SLIPWAY_DATABASE: 'postgres://nobody@127.0.0.1:9/none',
    SLIPWAY_SECRET: 'one secret for all of them',
  });
  await logged('waiting_for_database');
  expect(err()).toContain('No Postgres answers at 127.0.0.1:9');
  child.kill('SIGKILL');
  await exit;
});

test('a database that a newer version has written is told at once, not waited for', async () => {
  const data = await folder();
  await (await start(data)).end('SIGTERM');
  const { DatabaseSync } = await import('node:sqlite');
  const file = new DatabaseSync(join(data, 'slipway.db'));
  file.exec("INSERT INTO schema_versions (part, version) VALUES ('documents', 999)");
  file.close();
  const { exit, err } = launch(['--port', '0', '--data', data]);
  expect(await exit).toBe(1);
  expect(err()).toContain('was written by a newer version of Slipway');
});

test.each(['::', '0.0.0.0'])(
  'a service on all addresses (%s) hands out addresses that work',
  async (host) => {
    const { url, adminKey } = await start(await folder(), { SLIPWAY_HOST: host });
    expect(url).toMatch(host === '::' ? /^http:\/\/\[::1\]:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/);
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png(600, 600))], 'first.png'));
    const headers = { authorization: `Bearer ${adminKey}` };
    const file = await (
      await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form })
    ).json();
    expect(file.url.startsWith(`${url}/`)).toBe(true);
    expect((await fetch(file.url)).status).toBe(200);
    expect((await (await fetch(`${url}/openapi.json`)).json()).servers).toEqual([{ url }]);
  },
);
