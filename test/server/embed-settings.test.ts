import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { loadDashboard, toNodeHandler } from '../../server/app.ts';
import {
  createSlipway,
  SlipwayError,
  type SlipwayEvents,
  type SlipwayOptions,
} from '../../server/embed/embed.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-embedded-'));

/** A receiver on this machine: what it was sent, and what it answers. */
async function startReceiver(status = 204) {
  const sent: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    sent.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { sent, url, close: () => server.close() };
}

const refusalOf = (options: SlipwayOptions): Promise<string> =>
  createSlipway(options).then(
    async (slipway) => slipway.close().then(() => 'opened'),
    (error: Error) => error.message,
  );

describe('webhooks of a program that embeds the service', () => {
  test('to this machine are refused when they are made, with the status of the refusal', async () => {
    const slipway = await createSlipway({ work: false });
    const refused = await slipway.webhooks
      .create({ url: 'http://127.0.0.1:4685/h' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SlipwayError);
    expect(refused).toMatchObject({
      code: 'unprocessable_entity',
      status: 422,
      details: [{ code: 'address_not_public' }],
    });
    await slipway.close();
  });

  test('reach a host that the options trust, and a test says what it answers', async () => {
    const receiver = await startReceiver();
    const slipway = await createSlipway({
      trustedHosts: ['127.0.0.1'],
      webhookLimit: 1,
      work: false,
    });
    const { id, secret } = await slipway.webhooks.create({ url: receiver.url });
    expect(await slipway.webhooks.test({ id })).toMatchObject({
      success: true,
      received: true,
      status: 204,
      answer: 'Status 204',
    });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.sent;
    const [, seconds = '', signature] =
      /^t=(\d+),v1=(\w+)$/.exec(String(headers['slipway-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({ event: 'webhook.test', data: { webhookId: id } });
    expect((await slipway.webhooks.deliveries({ id })).data).toEqual([]);
    receiver.close();
    expect(await slipway.webhooks.test({ id })).toMatchObject({ received: false, status: null });
    await expect(slipway.webhooks.test({ id: 'wh_none' })).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    });
    await expect(slipway.webhooks.create({ url: receiver.url })).rejects.toMatchObject({
      details: [{ code: 'too_many_webhooks' }],
    });
    await slipway.close();
  });
});

describe('what a program is told', () => {
  test('is every event of webhooks, once it is committed', async () => {
    const slipway = await createSlipway({ work: false });
    const told: SlipwayEvents['approval.requested'][] = [];
    const off = slipway.on('approval.requested', (event) => void told.push(event));
    const operations = [{ operation: 'workspaces.create', input: { name: 'New' } }];
    const { digest } = await slipway.approvals.request({ operations });
    expect(told).toEqual([
      {
        companyId: slipway.companyId,
        id: expect.any(String),
        createdAt: expect.any(String),
        data: expect.objectContaining({ digest }),
      },
    ]);
    off();
    await slipway.approvals.request({
      operations: [{ operation: 'workspaces.create', input: { name: 'Other' } }],
    });
    expect(told).toHaveLength(1);
    expect(() => slipway.on('batch.ended' as 'batch.finished', () => undefined)).toThrow(
      /there are batch.finished, ad.rejected/,
    );
    await slipway.close();
  });

  test('ends with a wait for a batch when its signal does', async () => {
    const slipway = await createSlipway({ work: false });
    const reason = new Error('enough');
    await expect(slipway.finished(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await slipway.close();
  });
});

describe('options', () => {
  test('name every setting of a service; what cannot be is refused by name', async () => {
    expect(await refusalOf({ databaseReplica: 'postgres://elsewhere' })).toContain(
      'databaseReplica is for a database postgres://…',
    );
    expect(await refusalOf({ retention: { batches: 3 } })).toContain(
      'retention.batches must be at least 30',
    );
    expect(await refusalOf({ platformSettings: { primray: {} } })).toContain(
      'primray is no platform, did you mean primary?',
    );
    expect(await refusalOf({ media: { type: 's3', bucket: 'ads' } as never })).toContain(
      'media.endpoint',
    );
    expect(
      await refusalOf({
        platforms: 'live',
        retention: { batches: 90, deliveries: 7 },
        conversionDays: 30,
        platformSettings: { primary: { version: 'v26.0', app: { appId: 'a', appSecret: 'b' } } },
      }),
    ).toBe('opened');
  });

  test('make backups by themselves', async () => {
    const [data, to] = [folder(), folder()];
    const clock = createManualClock();
    const slipway = await createSlipway({
      database: `sqlite:${join(data, 'slipway.db')}`,
      backup: { place: { type: 'disk', folder: to }, everyMs: 3_600_000, keep: 2 },
      work: false,
      clock,
    });
    const made = await slipway.ports.backups?.make();
    expect(made?.notVerified).toBeUndefined();
    expect(readdirSync(to)).toEqual([made?.name]);
    await slipway.close();
  });
});

describe('an app mounted below a path of a Node server', () => {
  // Bun bundles the dashboard of the sources; test/build/package.test.ts serves the built one in
  // Node.
  test.skipIf(process.versions.bun === undefined)(
    'answers API, dashboard and its files there',
    async () => {
      const slipway = await createSlipway({
        publicUrl: 'https://app.example.com/ads',
        work: false,
      });
      const app = slipway.app({ dashboard: await loadDashboard() });
      const server = createServer(toNodeHandler(app, '/ads'));
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      const at = (path: string) =>
        `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const page = await (await fetch(at('/ads/'))).text();
      const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(files.length).toBeGreaterThan(2);
      expect(files.filter((file) => !file.startsWith('/ads/'))).toEqual([]);
      for (const file of files) expect([file, (await fetch(at(file))).status]).toEqual([file, 200]);
      expect(page).toContain('data-base="/ads"');
      const headers = {
        authorization: `Bearer ${slipway.adminKey}`,
        'content-type': 'application/json',
      };
      const created = await fetch(at('/ads/v1/keys'), {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: 'Node', scopes: ['read'] }),
      });
      expect(created.status).toBe(201);
      server.closeAllConnections();
      server.close();
      await slipway.close();
    },
  );
});
