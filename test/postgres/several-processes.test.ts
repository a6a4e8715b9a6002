// @module-tag postgres
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../chaos/processes.ts';
import { PIXEL } from '../named-media.ts';
import { type ServiceProcess, startService } from '../soak/service.ts';
import { createDatabase } from './database.ts';

type Answer = { readonly status: number; readonly body: { readonly [field: string]: unknown } };

/**
 * Two processes that answer and one that works, each with a folder of its own, on one database and
 * one sandbox: whichever is asked, it is the same service.
 */
describe('several processes on one Postgres', () => {
  let sandbox: Sandbox;
  const processes: ServiceProcess[] = [];
  let urls: readonly string[] = [];
  let admin = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-several-'));
    sandbox = await startSandbox(join(folder, 'platform.log'));
    const place = { databaseUrl: (await createDatabase()).url, sandboxUrl: sandbox.url, folder };
    for (const role of ['api', 'api', 'worker'] as const)
      processes.push(await startService(role, 0, place));
    urls = processes.map(({ url }) => url);
    admin = processes[0]?.adminKey ?? '';
  });

  afterAll(() => {
    for (const { child } of processes) child.kill('SIGKILL');
    sandbox?.stop();
  });

  async function call(
    at: 0 | 1,
    method: string,
    path: string,
    body?: object,
    more: object = {},
  ): Promise<Answer> {
    const response = await fetch(`${urls[at]}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json', ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async function launchBody(ads: number, key = admin): Promise<object> {
    const as = { authorization: `Bearer ${key}` };
    const form = new FormData();
    form.set('file', new File([PIXEL], 'several.png'));
    const uploaded = await fetch(`${urls[0]}/v1/media/upload`, {
      method: 'POST',
      headers: as,
      body: form,
    });
    const { url } = (await uploaded.json()) as { url: string };
    const accounts = (await call(0, 'GET', '/v1/adaccounts', undefined, as)).body.data as {
      id: string;
      platform: string;
    }[];
    const adAccountId = accounts.find(({ platform }) => platform === 'primary')?.id;
    const { body } = await call(
      0,
      'GET',
      `/v1/adsets?accountId=${adAccountId}&status=ACTIVE&limit=200`,
      undefined,
      as,
    );
    const adSet = (body.data as { adCount: number }[]).find(({ adCount }) => adCount === 0);
    const ad = { adAccountId, link: 'https://example.com', media: [{ url }], adSets: [adSet] };
    return {
      useDefaults: true,
      ads: Array.from({ length: ads }, (_, i) => ({ ...ad, adName: `Several ${i}` })),
    };
  }

  test('what one accepts, the worker carries out, and another tells as it happens; one key is one launch', async () => {
    const body = await launchBody(3);
    const key = { 'idempotency-key': 'sent to both' };
    const [one, two] = await Promise.all(
      [0, 1].map((at) => call(at as 0 | 1, 'POST', '/v1/launch', body, key)),
    );
    const accepted = [one, two].filter((answer) => answer?.status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    // The other was given the same answer, or told that the first is still under way.
    for (const answer of [one, two])
      expect(answer?.status === 202 ? answer.body.adBatchId : answer?.status).toBe(
        answer?.status === 202 ? accepted[0]?.body.adBatchId : 409,
      );
    const events = await fetch(`${urls[1]}/v1/batches/${accepted[0]?.body.adBatchId}/events`, {
      headers: { authorization: `Bearer ${admin}`, accept: 'text/event-stream' },
    });
    const told = await events.text();
    expect(told.match(/^event: ad$/gm)).toHaveLength(3);
    expect(told.match(/^event: done$/gm)).toHaveLength(1);
    expect(
      (await sandbox.held('ad')).filter(({ name }) => name?.startsWith('Several ')),
    ).toHaveLength(3);
    const status = await call(0, 'GET', `/v1/batch-status/${accepted[0]?.body.adBatchId}`);
    expect(status.body).toMatchObject({ status: 'success', successfulAds: 3 });
  });

  test('a company with accounts of its own on the sandbox, made at one, is launched for by the worker', async () => {
    const made = await call(0, 'POST', '/v1/companies', { name: 'Guests', sandbox: true });
    const guest = String(made.body.adminKey);
    const as = { authorization: `Bearer ${guest}` };
    const accepted = await call(1, 'POST', '/v1/launch', await launchBody(2, guest), as);
    expect(accepted.status).toBe(202);
    const events = await fetch(`${urls[0]}/v1/batches/${accepted.body.adBatchId}/events`, {
      headers: as,
    });
    expect((await events.text()).match(/^event: done$/gm)).toHaveLength(1);
    const status = await call(
      0,
      'GET',
      `/v1/batch-status/${accepted.body.adBatchId}`,
      undefined,
      as,
    );
    expect(status.body).toMatchObject({ status: 'success', successfulAds: 2 });
  });
});
