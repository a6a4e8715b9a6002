import { expect, test } from 'vitest';
import { createManualClock } from '../../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import { features } from '../../../../core/features/registry.ts';
import { runDelivery, webhookListener } from '../../../../core/features/webhooks/deliver.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
} from '../../../../core/features/webhooks/webhooks.ts';
import { eventsOf } from '../../../../core/operations/feature.ts';
import { silent } from '../../../../core/ports/log.ts';
import type { OutboundResult } from '../../../../core/ports/outbound.ts';
import { COMPANY, caller } from '../../../test-service.ts';

const events = Object.keys(eventsOf(features));

const MINUTE = 60_000;
const FIRST = { offset: 0, limit: 100 };

async function fixture() {
  const clock = createManualClock();
  const store = createMemoryStore();
  const secrets = createNodeSecrets('a secret that is long enough');
  const receiver = { posts: 0, answer: { ok: false, message: 'No answer.' } as OutboundResult };
  const outbound = {
    async post(): Promise<OutboundResult> {
      receiver.posts += 1;
      return receiver.answer;
    },
  };
  const ports = { store, clock, secrets, outbound, log: silent };
  const { id } = await createWebhook(ports, caller, { url: 'https://hooks.test/a', events });
  /** An event on its way; answers the id of its delivery. */
  const happens = async (eventId: string): Promise<string> => {
    const call = { name: 'batch.finished', data: {} } as const;
    await store.commit([
      ...(await webhookListener({ store }).writes(COMPANY, { id: eventId, at: clock.now(), call })),
    ]);
    return `${eventId}:${id}`;
  };
  const deliver = (deliveryId: string) => runDelivery(ports, COMPANY, deliveryId);
  const shown = async () => (await listWebhooks(ports, COMPANY))[0]?.receiver;
  const deliveries = async () => (await listDeliveries(ports, COMPANY, id, FIRST)).items;
  return { ports, clock, id, receiver, happens, deliver, shown, deliveries };
}

test('after five failures in a row nothing is sent, and no event is lost or counted as tried', async () => {
  const { clock, receiver, happens, deliver, shown, deliveries } = await fixture();
  expect(await shown()).toEqual({
    state: 'ok',
    failures: 0,
    since: null,
    nextAttemptAt: null,
    lastAnswer: null,
  });
  for (let i = 1; i <= 4; i++) await deliver(await happens(`e${i}`));
  expect(await shown()).toMatchObject({ state: 'failing', failures: 4, lastAnswer: 'No answer.' });
  await deliver(await happens('e5'));
  const probeAt = clock.now() + 30_000;
  expect(await shown()).toMatchObject({
    state: 'held_back',
    failures: 5,
    nextAttemptAt: new Date(probeAt).toISOString(),
  });

  expect(await deliver(await happens('e6'))).toEqual({ againAt: probeAt });
  expect(receiver.posts).toBe(5);
  const held = (await deliveries()).find(({ eventId }) => eventId === 'e6');
  expect(held).toMatchObject({
    status: 'waiting',
    attempts: 0,
    nextAttemptAt: new Date(probeAt).toISOString(),
  });
});

test('one delivery at a time asks whether it answers again; while it does not the pauses grow, when it does all go out', async () => {
  const { clock, receiver, happens, deliver, shown } = await fixture();
  for (let i = 1; i <= 5; i++) await deliver(await happens(`e${i}`));
  const waiting = [await happens('e6'), await happens('e7'), await happens('e8')];
  for (const pause of [30_000, MINUTE, 2 * MINUTE]) {
    await clock.advance(pause);
    const before = receiver.posts;
    await Promise.all(waiting.map(deliver));
    expect(receiver.posts).toBe(before + 1);
  }
  await clock.advance(60 * MINUTE);
  receiver.answer = { ok: true, status: 204 };
  const tried = await Promise.all(waiting.map(deliver));
  expect(tried.filter((done) => done === undefined)).toHaveLength(1);
  expect(await shown()).toMatchObject({ state: 'ok' });
  await Promise.all(waiting.map(deliver));
  expect((await Promise.all(waiting.map(deliver))).filter((done) => done !== undefined)).toEqual(
    [],
  );
});

test('a probe whose worker died is followed by another, and a clock that was put back holds nothing back for long', async () => {
  const { ports, clock, receiver, happens, deliver } = await fixture();
  for (let i = 1; i <= 5; i++) await deliver(await happens(`e${i}`));
  await clock.advance(30_000);
  const dies = { ...ports, outbound: { post: () => Promise.reject(new Error('Killed.')) } };
  const next = await happens('e6');
  await expect(runDelivery(dies, COMPANY, next)).rejects.toThrow('Killed.');
  expect(await deliver(next)).toEqual({ againAt: clock.now() + 30_000 });
  await clock.advance(30_000);
  await deliver(next);
  expect(receiver.posts).toBe(6);

  const late = { ...ports, clock: { ...clock, now: () => clock.now() - 24 * 60 * MINUTE } };
  await runDelivery(late, COMPANY, next);
  expect(receiver.posts).toBe(7);
});

test('what was held back for two days is marked as given up', async () => {
  const { clock, happens, deliver, deliveries } = await fixture();
  for (let i = 1; i <= 4; i++) await deliver(await happens(`e${i}`));
  const old = await happens('old');
  await clock.advance(48 * 60 * MINUTE);
  await deliver(await happens('e5'));
  expect(await deliver(old)).toBeUndefined();
  expect((await deliveries()).find(({ eventId }) => eventId === 'old')).toMatchObject({
    status: 'given_up',
    attempts: 0,
    nextAttemptAt: null,
    lastAnswer: expect.stringContaining('kept failing'),
  });
});

test('a company has as many webhooks as the service allows, also when many are made at once', async () => {
  const { ports, id } = await fixture();
  const make = () =>
    createWebhook(ports, caller, { url: 'https://hooks.test/b', events }, { most: 4 });
  const made = await Promise.allSettled(Array.from({ length: 12 }, make));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(make()).rejects.toMatchObject({
    code: 'unprocessable_entity',
    message: expect.stringContaining('4 webhooks'),
    details: [expect.objectContaining({ code: 'too_many_webhooks' })],
  });
  await deleteWebhook(ports, caller, id);
  await make();
  expect(await listWebhooks(ports, COMPANY)).toHaveLength(4);
});
