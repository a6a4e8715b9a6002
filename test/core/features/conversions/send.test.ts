import { beforeEach, describe, expect, test } from 'vitest';
import { forgetConversions } from '../../../../core/features/conversions/forget.ts';
import { deliveryKind, payloadKind } from '../../../../core/features/conversions/records.ts';
import { runConversions } from '../../../../core/features/conversions/run.ts';
import { resendUncertain } from '../../../../core/features/conversions/show.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { allOf } from '../../../../core/records/list.ts';
import { type ConversionsFixture, createConversionsFixture, takers } from './fixture.ts';

let fixture: ConversionsFixture;
beforeEach(async () => {
  fixture = await createConversionsFixture();
});

const primary = takers.find(({ platform }) => platform === 'primary') ?? takers[0];
if (primary === undefined) throw new Error('No platform takes events.');
const to = [primary.name];

const many = (count: number, more: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => fixture.event('primary', `order-${n}`, more(n)));

describe.each(takers)('$platform', ({ platform, folder, name, path }) => {
  test('counts each event once and says so', async () => {
    const events = [fixture.event(platform, 'a-1'), fixture.event(platform, 'a-2')];
    const {
      uploadId = '',
      accepted,
      refused,
    } = await fixture.send({ destinations: [name], events });
    expect({ accepted, refused }).toEqual({ accepted: 2, refused: [] });
    await fixture.settle(uploadId);
    expect(await fixture.status(uploadId)).toMatchObject({
      finished: true,
      counts: { confirmed: 2, queued: 0 },
    });
    expect(Object.fromEntries(await fixture.counted())).toEqual({ 'a-1': 1, 'a-2': 1 });
  });

  test('an event that cannot be foreseen to be bad sinks no other', async () => {
    const events = ['b-1', 'b-2-sandbox-refused', 'b-3', 'b-4'].map((id) =>
      fixture.event(platform, id),
    );
    const { uploadId = '' } = await fixture.send({ destinations: [name], events });
    await fixture.settle(uploadId);
    const { counts, destinations } = await fixture.status(uploadId);
    expect(counts).toMatchObject({ refused: 1, queued: 0, uncertain: 0 });
    expect(destinations[0]?.failures).toMatchObject([{ index: 1, outcome: 'refused' }]);
    expect(Object.fromEntries(await fixture.counted())).toEqual({ 'b-1': 1, 'b-3': 1, 'b-4': 1 });
  });

  test('after a lost answer an event is counted once, or reported as uncertain', async () => {
    await fixture.fault({ platform: folder, fault: 'answer-lost', path, nth: 1 });
    const { uploadId = '' } = await fixture.send({
      destinations: [name],
      events: [fixture.event(platform, 'c-1')],
    });
    await fixture.settle(uploadId);
    const { counts } = await fixture.status(uploadId);
    expect(counts.confirmed + counts.uncertain).toBe(1);
    expect(Object.fromEntries(await fixture.counted())).toEqual({ 'c-1': 1 });
  });

  test('an event without anything to match it by is refused before it is sent', async () => {
    const events = [
      fixture.event(platform, 'd-1', { user: { city: 'Kiel' } }),
      fixture.event(platform, 'd-2'),
    ];
    const { refused, accepted } = await fixture.send({
      destinations: [name],
      events,
      mode: 'check',
    });
    expect(accepted).toBe(1);
    expect(refused.map(({ index, code }) => ({ index, code }))).toContainEqual({
      index: 0,
      code: platform === 'primary' ? 'missing_field' : 'missing_identifiers',
    });
    expect(await fixture.counted()).toEqual(new Map());
  });
});

test.each(takers)(
  '$platform: three bad events of a thousand sink no other, in at most 1 + 3 · ⌈log2 1000⌉ requests',
  async (taker) => {
    const { platform, name } = taker;
    const bad = [17, 500, 933];
    const ids = Array.from({ length: 1_000 }, (_, n) =>
      bad.includes(n) ? `order-${n}-sandbox-refused` : `order-${n}`,
    );
    const { uploadId = '' } = await fixture.send({
      destinations: [name],
      events: ids.map((id) => fixture.event(platform, id)),
    });
    await fixture.settle(uploadId);
    const { counts, destinations } = await fixture.status(uploadId);
    expect(counts).toMatchObject({ confirmed: 997, refused: 3 });
    expect(destinations[0]?.failures.map(({ index }) => index).sort((a, b) => a - b)).toEqual(bad);
    expect(destinations[0]?.requests).toBeLessThanOrEqual(31);
    expect(await fixture.counted()).toEqual(
      new Map(ids.filter((_, n) => !bad.includes(n)).map((id) => [id, 1])),
    );
  },
);

test('a batch in which every event is bad is given up early', async () => {
  const events = many(200).map((event, n) => ({ ...event, eventId: `${n}-sandbox-refused` }));
  const { uploadId = '' } = await fixture.send({ destinations: to, events });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts.refused).toBe(200);
  expect(destinations[0]?.requests).toBeLessThan(100);
});

test('a token that dies where every event was bad so far refuses each of the others once', async () => {
  await fixture.fault({ platform: 'meta', fault: 'token-expired', path: '/{id}/events', nth: 70 });
  const events = many(200).map((event, n) => ({ ...event, eventId: `${n}-sandbox-refused` }));
  const { uploadId = '' } = await fixture.send({ destinations: to, events });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts.refused).toBe(200);
  expect(destinations[0]).toMatchObject({ requests: 70, failures: { length: 200 } });
});

test('a repetition is a duplicate, and another body under the same id a conflict', async () => {
  const event = fixture.event('primary', 'order-1');
  const first = await fixture.send({ destinations: to, events: [event] });
  const again = await fixture.send({
    destinations: to,
    events: [event, fixture.event('primary', 'order-2')],
  });
  expect(again).toMatchObject({
    accepted: 1,
    duplicates: [{ index: 0, eventId: 'order-1', uploadId: first.uploadId }],
  });
  await expect(
    fixture.send({ destinations: to, events: [{ ...event, value: '1.00' }] }),
  ).rejects.toMatchObject({
    code: 'conflict',
    details: [{ path: 'events[0].eventId', code: 'event_differs' }],
  });
});

test('a refused event may be sent again once it is corrected', async () => {
  const bad = fixture.event('primary', 'order-9-sandbox-refused');
  const { uploadId = '' } = await fixture.send({ destinations: to, events: [bad] });
  await fixture.settle(uploadId);
  expect(
    await fixture.send({ destinations: to, events: [{ ...bad, value: '2.00' }] }),
  ).toMatchObject({
    accepted: 1,
    duplicates: [],
  });
});

test('every fault of the request is told at its event and field, and nothing is sent', async () => {
  const events = [
    fixture.event('primary', 'e-1', { happenedAt: 'yesterday' }),
    fixture.event('primary', 'e-2', { user: { email: 'nobody', phone: '12' } }),
    fixture.event('primary', 'e-3', { currency: undefined }),
  ];
  await expect(fixture.send({ destinations: to, events })).rejects.toMatchObject({
    details: expect.arrayContaining([expect.objectContaining({ path: 'events[0].happenedAt' })]),
  });
  await expect(fixture.send({ destinations: to, events: events.slice(1) })).rejects.toMatchObject({
    code: 'unprocessable_entity',
    details: [
      { path: 'events[0].user.email' },
      { path: 'events[0].user.phone' },
      { path: 'events[1].currency' },
    ],
  });
  await expect(
    fixture.send({ destinations: ['primary:404', 'kite:1'], events: many(1) }),
  ).rejects.toMatchObject({
    details: [
      { path: 'destinations[0]', code: 'unknown_destination' },
      { path: 'destinations[1]', code: 'unknown_platform' },
    ],
  });
  expect(await fixture.counted()).toEqual(new Map());
});

test('too old events are refused by the age each source may have', async () => {
  const days = (n: number) => new Date(fixture.now() - n * 86_400_000).toISOString();
  const events = [
    fixture.event('primary', 'f-1', { happenedAt: days(8) }),
    fixture.event('primary', 'f-2', { happenedAt: days(8), source: 'physical_store' }),
    fixture.event('primary', 'f-3', { happenedAt: days(63), source: 'physical_store' }),
  ];
  const { refused, uploadId = '' } = await fixture.send({ destinations: to, events });
  expect(refused.map(({ index, path, code }) => ({ index, path, code }))).toEqual([
    { index: 0, path: 'events[0].happenedAt', code: 'too_old' },
    { index: 2, path: 'events[2].happenedAt', code: 'too_old' },
  ]);
  await fixture.settle(uploadId);
  expect([...(await fixture.counted()).keys()]).toEqual(['f-2']);
});

test('past the platform’s window an event without an answer is uncertain, kept, and sent again only when asked', async () => {
  await fixture.fault({ platform: 'meta', fault: 'answer-lost', path: '/{id}/events', nth: 1 });
  await fixture.fault({
    platform: 'meta',
    fault: 'connection-cut',
    path: '/{id}/events',
    nth: 2,
    times: 1_000,
  });
  const events = many(1);
  const { uploadId = '' } = await fixture.send({ destinations: to, events });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts).toMatchObject({ uncertain: 1, confirmed: 0 });
  expect(destinations[0]?.failures).toMatchObject([
    { index: 0, outcome: 'uncertain', cause: 'window_over' },
  ]);
  expect(Object.fromEntries(await fixture.counted())).toEqual({ 'order-0': 1 });
  expect(await fixture.send({ destinations: to, events })).toMatchObject({
    accepted: 0,
    duplicates: [{ index: 0 }],
  });
  await fixture.clearFaults();
  expect(await resendUncertain(fixture.ports, fixture.caller, uploadId)).toMatchObject({
    resent: 1,
  });
  await fixture.settle(uploadId);
  expect((await fixture.status(uploadId)).counts).toMatchObject({ uncertain: 0, confirmed: 1 });
});

test('an outage of hours within the window leaves nothing uncertain: the event is sent again and counted once', async () => {
  await fixture.fault({ platform: 'meta', fault: 'answer-lost', path: '/{id}/events', nth: 1 });
  await fixture.fault({
    platform: 'meta',
    fault: 'connection-cut',
    path: '/{id}/events',
    nth: 2,
    times: 30,
  });
  const { uploadId = '' } = await fixture.send({ destinations: to, events: many(1) });
  const began = fixture.now();
  await fixture.settle(uploadId);
  expect(fixture.now() - began).toBeGreaterThan(2 * 3_600_000);
  expect((await fixture.status(uploadId)).counts).toMatchObject({ uncertain: 0, confirmed: 1 });
  expect(Object.fromEntries(await fixture.counted())).toEqual({ 'order-0': 1 });
});

test('while a bad event is searched for, a failure that passes is not taken for its reason', async () => {
  const events = many(4).map((event, n) =>
    n === 3 ? { ...event, eventId: 'order-3-sandbox-refused' } : event,
  );
  await fixture.fault({ platform: 'meta', fault: 'html-502', path: '/{id}/events', nth: 2 });
  const { uploadId = '' } = await fixture.send({ destinations: to, events });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts).toMatchObject({ confirmed: 3, refused: 1 });
  expect(destinations[0]?.failures).toMatchObject([
    { index: 3, outcome: 'refused', code: 'invalid' },
  ]);
});

test('a clock that was hours ahead puts nothing off for hours', async () => {
  await fixture.fault({ platform: 'meta', fault: 'html-502', path: '/{id}/events', nth: 1 });
  const { uploadId = '' } = await fixture.send({ destinations: to, events: many(1) });
  const [delivery] = await allOf(fixture.store, deliveryKind, fixture.companyId, {
    where: { uploadId },
  });
  const { clock } = fixture.ports;
  const ahead = { ...fixture.ports, clock: { ...clock, now: () => clock.now() + 5 * 3_600_000 } };
  const holder = createHolder(clock, 'worker');
  expect(
    await runConversions(ahead, fixture.companyId, delivery?.id ?? '', { holder }),
  ).toBeDefined();
  const began = fixture.now();
  await fixture.settle(uploadId);
  expect((await fixture.status(uploadId)).counts).toMatchObject({ confirmed: 1 });
  expect(fixture.now() - began).toBeLessThan(60_000);
});

test('the platform that promises nothing about servers gets an event without an answer once', async () => {
  const linkedin = takers.find(({ platform }) => platform === 'professional-network');
  await fixture.fault({
    platform: 'linkedin',
    fault: 'connection-cut',
    path: linkedin?.path,
    nth: 1,
  });
  const events = [fixture.event('professional-network', 'g-1')];
  const { uploadId = '' } = await fixture.send({ destinations: [linkedin?.name], events });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts).toMatchObject({ uncertain: 1 });
  expect(destinations[0]).toMatchObject({
    requests: 1,
    failures: [{ index: 0, cause: 'not_deduplicated' }],
  });
  expect(await fixture.counted()).toEqual(new Map());
});

test('what a worker left behind when it died is sent again within the window, and counted once', async () => {
  const { uploadId = '' } = await fixture.send({ destinations: to, events: many(3) });
  const [delivery] = await allOf(fixture.store, deliveryKind, fixture.companyId, {
    where: { uploadId },
  });
  if (delivery === undefined) throw new Error('There is no delivery.');
  // As it stands when the process dies after the request has left.
  const sending = { positions: [0, 1, 2], firstSentAt: fixture.now() };
  await fixture.store.commit([
    {
      kind: deliveryKind,
      companyId: fixture.companyId,
      id: delivery.id,
      expect: delivery.version,
      doc: { ...delivery.doc, sending },
    },
  ]);
  await fixture.settle(uploadId);
  expect((await fixture.status(uploadId)).counts).toMatchObject({ confirmed: 3 });
  expect([...(await fixture.counted()).values()]).toEqual([1, 1, 1]);
});

test('a dead token refuses what is left, and frees the ids', async () => {
  await fixture.fault({ platform: 'meta', fault: 'token-expired', path: '/{id}/events' });
  const { uploadId = '' } = await fixture.send({ destinations: to, events: many(2) });
  await fixture.settle(uploadId);
  const { counts, destinations } = await fixture.status(uploadId);
  expect(counts).toMatchObject({ refused: 2 });
  expect(destinations[0]?.failures[0]).toMatchObject({ code: 'auth' });
  await fixture.clearFaults();
  expect(await fixture.send({ destinations: to, events: many(2) })).toMatchObject({ accepted: 2 });
});

test('what was sealed is forgotten when it was sent, and all else after its time', async () => {
  const { uploadId = '' } = await fixture.send({ destinations: to, events: many(2) });
  const payloads = () => allOf(fixture.store, payloadKind, fixture.companyId);
  expect(await payloads()).toHaveLength(1);
  await fixture.settle(uploadId);
  expect(await payloads()).toHaveLength(0);
  const sweep = async (days: number) => {
    while (
      (await forgetConversions({ ...fixture.ports, conversionDays: days }, fixture.companyId)) ===
      'more'
    );
  };
  await fixture.clock.sleep(31 * 86_400_000);
  await sweep(60);
  expect((await fixture.status(uploadId)).finished).toBe(true);
  await sweep(30);
  await expect(fixture.status(uploadId)).rejects.toMatchObject({ code: 'not_found' });
});
