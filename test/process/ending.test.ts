import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { PIXEL } from '../named-media.ts';
import { folder, get, type Running, start } from '../server/service-process.ts';

/**
 * A client that keeps its connection and asks again and again, until it is asked to connect anew.
 */
function keepAliveClient(url: string): {
  readonly first: Promise<void>;
  readonly ended: Promise<string>;
} {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ask = (): unknown =>
    socket.write(`GET /v1/health/live HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  let [answered, text] = [0, ''];
  let heard: () => void;
  const first = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('connect', ask);
    socket.on('error', (error) => resolve(`reset after ${answered} answers: ${error.message}`));
    socket.on('close', () => resolve(`closed in the middle after ${answered} answers`));
    socket.on('data', (data) => {
      text += data;
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      text = '';
      answered += 1;
      heard();
      if (!/^connection: close/im.test(head)) return void ask();
      resolve('asked to connect anew');
      socket.end();
    });
  });
  return { first, ended };
}

/** What the sandbox does takes so long: a request or a batch that is under way. */
const slowDown = ({ sandboxUrl }: Running, ms: number): Promise<Response> =>
  fetch(`${sandboxUrl}/_sandbox/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });

describe('a service that is asked to end', () => {
  test('lets twenty clients that keep their connections go without one reset, and says first that it is not ready', async () => {
    const service = await start(await folder(), { SLIPWAY_DRAIN_SECONDS: '3' });
    const clients = Array.from({ length: 20 }, () => keepAliveClient(service.url));
    await Promise.all(clients.map(({ first }) => first));
    const exit = service.end('SIGTERM');
    await service.logged('service.stopping');
    const ready = await fetch(`${service.url}/v1/health/ready`);
    const live = await fetch(`${service.url}/v1/health/live`);
    expect([ready.status, live.status, live.headers.get('connection')]).toEqual([
      503,
      200,
      'close',
    ]);
    expect((await get(`${service.url}/v1/me`, service.adminKey)).status).toBe(200);
    expect([...new Set(await Promise.all(clients.map(({ ended }) => ended)))]).toEqual([
      'asked to connect anew',
    ]);
    expect(await exit).toBe(0);
  });

  test('answers what is under way, and takes nothing new when the drain is over', async () => {
    const service = await start(await folder());
    await slowDown(service, 300);
    const underWay = get(`${service.url}/v1/campaigns?accountId=act_1001`, service.adminKey);
    await expect
      .poll(
        async () => (await (await fetch(`${service.sandboxUrl}/_sandbox/state`)).json()).requests,
      )
      .toBeGreaterThan(0);
    const exit = service.end('SIGTERM');
    expect((await underWay).status).toBe(200);
    expect(await exit).toBe(0);
    await expect(fetch(`${service.url}/v1/health/live`)).rejects.toThrow();
  });

  test('ends streams of events with a word on when to come back', async () => {
    const service = await start(await folder());
    const headers = { authorization: `Bearer ${service.adminKey}` };
    const form = new FormData();
    form.set('file', new File([PIXEL], 'pixel.png'));
    const { url } = await (
      await fetch(`${service.url}/v1/media/upload`, { method: 'POST', headers, body: form })
    ).json();
    const adSets = await (
      await get(
        `${service.url}/v1/adsets?accountId=act_1001&status=ACTIVE&limit=200`,
        service.adminKey,
      )
    ).json();
    const adSet = adSets.data.find(({ adCount }: { adCount: number }) => adCount === 0);
    const ad = {
      adName: 'Slow',
      adAccountId: 'act_1001',
      link: 'https://example.com',
      media: [{ url }],
      adSets: [adSet],
    };
    await slowDown(service, 1_500);
    const launched = await fetch(`${service.url}/v1/launch`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ useDefaults: true, ads: [ad] }),
    });
    const { adBatchId } = (await launched.json()) as { adBatchId: number };
    const events = get(`${service.url}/v1/batches/${adBatchId}/events`, service.adminKey);
    await service.logged('"/v1/batches/{id}/events"');
    const exit = service.end('SIGTERM');
    expect(await (await events).text()).toMatch(/^retry: 1000\n\n$/m);
    expect(await exit).toBe(0);
  });

  test('ends at once when it is asked a second time', async () => {
    const service = await start(await folder(), { SLIPWAY_DRAIN_SECONDS: '600' });
    const exit = service.end('SIGTERM');
    const impatient = setInterval(() => void service.end('SIGTERM'), 100);
    expect(await exit).toBe(1);
    clearInterval(impatient);
    expect(service.err()).toContain('a second signal');
  });

  test('does not wait for load balancers when a person at a terminal ends it', async () => {
    const service = await start(await folder(), { SLIPWAY_DRAIN_SECONDS: '600' });
    // Twice at once: by the terminal, and by the npm in it.
    void service.end('SIGINT');
    expect(await service.end('SIGINT')).toBe(0);
  });
});
