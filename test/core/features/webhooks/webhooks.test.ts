import { expect, test } from 'vitest';
import { features } from '../../../../core/features/registry.ts';
import { runDelivery } from '../../../../core/features/webhooks/deliver.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateSecret,
} from '../../../../core/features/webhooks/webhooks.ts';
import { submitLaunch } from '../../../../core/launch/accept/submit.ts';
import { eventsOf } from '../../../../core/operations/feature.ts';
import { silent } from '../../../../core/ports/log.ts';
import type { OutboundResult } from '../../../../core/ports/outbound.ts';
import { SYSTEM } from '../../../../core/ports/store.ts';
import { jobKind } from '../../../../core/records/job.ts';
import { createLaunchFixture, imageAd } from '../../../launch-fixture.ts';
import { createStandInPlatform } from '../../../stand-in-platform.ts';
import { COMPANY, caller } from '../../../test-service.ts';

const events = Object.keys(eventsOf(features));

interface Received {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

const FIRST = { offset: 0, limit: 50 };

async function fixture(answers: readonly OutboundResult[] = []) {
  const assembled = await createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });
  const received: Received[] = [];
  const outbound = {
    async post(
      url: string,
      headers: { readonly [name: string]: string },
      body: string,
    ): Promise<OutboundResult> {
      received.push({ url, headers, body });
      return answers[received.length - 1] ?? { ok: true, status: 204 };
    },
  };
  const ports = { ...assembled.ports, outbound, log: silent };
  /** Makes every attempt that is due, until nothing is left to do. */
  const deliverAll = async (): Promise<void> => {
    for (const { doc } of (await assembled.store.find(jobKind, SYSTEM)).items) {
      if (doc.queue !== 'webhook') continue;
      for (
        let done = await runDelivery(ports, doc.companyId, doc.subject);
        done !== undefined;
        done = await runDelivery(ports, doc.companyId, doc.subject)
      )
        await assembled.clock.sleep(done.againAt - assembled.clock.now());
    }
  };
  const launch = async (): Promise<void> => {
    const answer = await submitLaunch(ports, caller, { ads: [imageAd()] });
    await assembled.run(answer.adBatchId);
  };
  return { ...assembled, ports, received, deliverAll, launch };
}

test('the end of a batch is told to every webhook, signed so that the receiver can tell it is ours', async () => {
  const { ports, launch, deliverAll, received } = await fixture();
  const { secret } = await createWebhook(ports, caller, { url: 'https://hooks.test/a', events });
  await createWebhook(ports, caller, { url: 'https://hooks.test/b', events });
  await launch();
  await deliverAll();
  expect(received.map(({ url }) => url).sort()).toEqual([
    'https://hooks.test/a',
    'https://hooks.test/b',
  ]);
  const first = received.find(({ url }) => url.endsWith('/a'));
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    event: 'batch.finished',
    data: { adBatchId: 1, rawStatus: 'Success', successfulAds: 1 },
  });
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.headers['slipway-signature'] ?? '') ?? [];
  expect(signature).toBe(await ports.secrets.hmacSha256(secret, `${seconds}.${first?.body}`));
});

test('a receiver that fails is asked again with growing pauses and the same event id', async () => {
  const { ports, launch, deliverAll, received, clock } = await fixture([
    { ok: false, message: 'No answer.' },
    { ok: true, status: 500 },
  ]);
  const { id } = await createWebhook(ports, caller, { url: 'https://hooks.test/a', events });
  await launch();
  const began = clock.now();
  await deliverAll();
  expect(new Set(received.map(({ headers }) => headers['slipway-event-id'])).size).toBe(1);
  expect(clock.now() - began).toBeGreaterThanOrEqual(40_000);
  expect((await listDeliveries(ports, COMPANY, id, FIRST)).items).toMatchObject([
    { status: 'delivered', attempts: 3, lastAnswer: 'Status 204', nextAttemptAt: null },
  ]);
});

test('a receiver that never answers is given up, and the log says so', async () => {
  const { ports, launch, deliverAll, received } = await fixture(
    Array(50).fill({ ok: true, status: 404 }),
  );
  const { id } = await createWebhook(ports, caller, { url: 'https://hooks.test/a', events });
  await launch();
  await deliverAll();
  expect(received).toHaveLength(11);
  expect((await listDeliveries(ports, COMPANY, id, FIRST)).items).toMatchObject([
    { status: 'given_up', attempts: 11, lastAnswer: 'Status 404' },
  ]);
});

test('a webhook that was deleted hears nothing more, and its secret is never shown again', async () => {
  const { ports, launch, deliverAll, received } = await fixture();
  const { id, secret } = await createWebhook(ports, caller, {
    url: 'https://hooks.test/a',
    events,
  });
  expect(JSON.stringify(await listWebhooks(ports, COMPANY))).not.toContain(secret);
  await launch();
  await deleteWebhook(ports, caller, id);
  await deliverAll();
  expect(received).toEqual([]);
  await expect(deleteWebhook(ports, caller, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(listDeliveries(ports, COMPANY, id, FIRST)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a webhook gets a new secret, and the former one signs beside it until its time is over', async () => {
  const { ports, launch, deliverAll, received, clock } = await fixture();
  const { id, secret } = await createWebhook(ports, caller, {
    url: 'https://hooks.test/a',
    events,
  });
  const rotated = await rotateSecret(ports, caller, { id, overlapSeconds: 3600 });
  expect(rotated.secret).not.toBe(secret);
  /** The secrets a delivery is signed with, in their order. */
  const signers = async ({ headers, body }: Received) => {
    const [time = '', ...signatures] = (headers['slipway-signature'] ?? '').split(',');
    const of = async (each: string) =>
      `v1=${await ports.secrets.hmacSha256(each, `${time.slice(2)}.${body}`)}`;
    const known = new Map([
      [await of(secret), 'former'],
      [await of(rotated.secret), 'new'],
    ]);
    return signatures.map((signature) => known.get(signature));
  };
  await launch();
  await deliverAll();
  expect(await signers(received[0] as Received)).toEqual(['new', 'former']);
  await clock.sleep(3_600_000);
  await launch();
  await deliverAll();
  expect(await signers(received[1] as Received)).toEqual(['new']);
  const again = await rotateSecret(ports, caller, { id, overlapSeconds: 0 });
  expect(again.formerSecretUntil).toBeNull();
});

test('a webhook that moves is forgiven what its former address did', async () => {
  const { ports, launch, deliverAll, received } = await fixture([{ ok: true, status: 500 }]);
  const { id } = await createWebhook(ports, caller, {
    url: 'https://hooks.test/a',
    name: 'Mine',
    events,
  });
  await launch();
  await deliverAll();
  const changed = await changeWebhook(ports, caller, id, {
    url: 'https://hooks.test/b',
    events: ['batch.finished'],
  });
  expect(changed).toMatchObject({
    name: 'Mine',
    url: 'https://hooks.test/b',
    events: ['batch.finished'],
    receiver: { state: 'ok' },
  });
  await launch();
  await deliverAll();
  expect(received.at(-1)?.url).toBe('https://hooks.test/b');
  await expect(changeWebhook(ports, caller, 'wh_none', { name: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
