import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { createMemoryStore } from '../../adapters/store/memory.ts';
import { openPostgresStore } from '../../adapters/store/postgres.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import type { Caller } from '../../core/access/caller.ts';
import { kinds } from '../../core/features/registry.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { openCompanyHandle } from '../../server/embed/company.ts';
import { takers } from '../core/features/conversions/fixture.ts';
import { createDatabase } from '../postgres/database.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const pixel = `primary:${seed.pixel}`;
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

let fixture: ServiceFixture;
const logged: string[] = [];
beforeAll(async () => {
  fixture = await startServiceFixture({ onError: (line) => logged.push(line) });
});
afterAll(() => fixture.worker.stop());

const justNow = () => new Date(fixture.clock.now() - 60_000).toISOString();
const event = (eventId: string, more: object = {}) => ({
  eventId,
  name: 'purchase',
  happenedAt: justNow(),
  source: 'website',
  url: 'https://shop.example/paid',
  value: '129.90',
  currency: 'EUR',
  orderId: eventId,
  user: person,
  ...more,
});
const post = (path: string, body: object) => fixture.call('POST', path, { body });
const get = (path: string) => fixture.call('GET', path);

async function settled(uploadId: string) {
  for (;;) {
    const { body } = await get(`/v1/conversions/uploads/${uploadId}`);
    if (body.finished) return body;
    await fixture.clock.sleep(30_000);
  }
}

describe('over REST', () => {
  test('events are accepted, sent and confirmed, and counted by the platform', async () => {
    const { status, body } = await post('/v1/conversions', {
      destinations: [pixel],
      events: [event('r-1'), event('r-2')],
    });
    expect(status).toBe(202);
    expect(body).toMatchObject({ success: true, accepted: 2, refused: [], duplicates: [] });
    expect(await settled(body.uploadId)).toMatchObject({
      counts: { confirmed: 2 },
      destinations: [{ destination: pixel, requests: 1 }],
    });
    const today = justNow().slice(0, 10);
    const range = `startDate=${addDays(today, -1)}&endDate=${addDays(today, 1)}`;
    const received = await get(`/v1/conversions/events?destination=${pixel}&${range}`);
    expect(received.body.data).toContainEqual({
      day: expect.any(String),
      name: 'Purchase',
      count: 2,
    });
    const { body: rows } = await get(`/v1/conversions/reconcile?${range}`);
    expect(rows.data).toMatchObject([
      { destination: pixel, sent: 2, confirmed: 2, received: 2, difference: 0 },
    ]);
    const one = await get('/v1/conversions/events?eventId=r-1');
    expect(one.body.found).toMatchObject([{ destination: pixel, outcome: 'confirmed', index: 0 }]);
    expect((await get('/v1/conversions/uploads')).body.data[0]).toMatchObject({
      finished: true,
      counts: { confirmed: 2 },
    });
  });

  test('an upload that was accepted is answered again under its key, also once its event is too old for the platform', async () => {
    const happenedAt = new Date(fixture.clock.now() - 7 * 86_400_000 + 60_000).toISOString();
    const body = { destinations: [pixel], events: [event('again-1', { happenedAt })] };
    const send = () =>
      fixture.call('POST', '/v1/conversions', {
        body,
        headers: { 'idempotency-key': 'accepted-before' },
      });
    const first = await send();
    await fixture.clock.sleep(10 * 60_000);
    const again = await send();
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect((await post('/v1/conversions', body)).status).toBe(422);
    await settled(first.body.uploadId);
  });

  test('counts that come late show as a difference, and a platform that does not tell as nothing', async () => {
    await post('/v1/sandbox/faults', { fault: 'counts-late', platform: 'meta' });
    const pin = takers.find(({ platform }) => platform === 'pin')?.name ?? '';
    const { body } = await post('/v1/conversions', {
      destinations: [pixel, pin],
      events: [event('late-1')],
    });
    await settled(body.uploadId);
    const today = justNow().slice(0, 10);
    const { body: rows } = await get(
      `/v1/conversions/reconcile?startDate=${addDays(today, -1)}&endDate=${addDays(today, 1)}`,
    );
    const of = (destination: string) =>
      rows.data.find((row: { destination: string }) => row.destination === destination);
    expect(of(pixel)).toMatchObject({ received: 0 });
    expect(of(pixel).difference).toBeLessThan(0);
    expect(of(pin)).toMatchObject({ sent: 1, received: null, difference: null });
    expect(rows.failures).toMatchObject([{ destination: pin, code: 'unsupported_on_platform' }]);
    await fixture.call('DELETE', '/v1/sandbox/faults');
  });

  test('a check sends nothing, and says who looked', async () => {
    const names = takers.map(({ name }) => name);
    const { body } = await post('/v1/conversions/events', {
      destinations: names,
      events: [event('check-1')],
      mode: 'check',
    });
    expect(body).toMatchObject({ mode: 'check', accepted: names.length, refused: [] });
    expect(body.uploadId).toBeUndefined();
    const { body: platforms } = await get('/v1/platforms');
    const checksItself = ({ platform }: { readonly platform: string }) =>
      platforms.data
        .find(({ id }: { id: string }) => id === platform)
        ?.offers.includes('conversions.tryOut') === true;
    const looked = takers.map((taker) => (checksItself(taker) ? 'platform' : 'slipway'));
    expect(body.checkedBy.map(({ by }: { by: string }) => by).sort()).toEqual(looked.sort());
    expect(new Set(looked)).toEqual(new Set(['platform', 'slipway']));
    expect((await get('/v1/conversions/events?eventId=check-1')).body.found).toEqual([]);
  });

  test('bad input is refused as a whole, each fault at its place', async () => {
    const events = [
      event('x-1', { value: 'much' }),
      event('x-2', { user: { email: 5 } }),
      event('x-3', { name: '' }),
    ];
    const { status, body } = await post('/v1/conversions', { destinations: [pixel], events });
    expect(status).toBe(422);
    const paths = body.error.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['events[0].value', 'events[1].user.email', 'events[2].name']),
    );
    expect((await post('/v1/conversions', { destinations: [], events: [] })).status).toBe(422);
    expect((await post('/v1/conversions', {})).status).toBe(400);
    const unsupported = await post('/v1/conversions', {
      destinations: ['app-network:1'],
      events: [event('x-4')],
    });
    expect(unsupported.body.error.details).toMatchObject([
      { path: 'destinations[0]', code: 'unsupported_on_platform' },
    ]);
  });

  test('all faults of all events are told together, whatever finds them, and those of destinations with them', async () => {
    const shapes = await post('/v1/conversions', {
      destinations: [pixel],
      events: [
        event('x-1', { name: '7', user: { email: 'nobody', phone: '12', country: 'Germany' } }),
        event('x-2', { value: 'much', user: { email: 'also nobody' } }),
        event('x-3', { currency: null }),
      ],
    });
    expect(shapes.status).toBe(422);
    expect(
      shapes.body.error.details
        .map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)
        .sort(),
    ).toEqual([
      'events[0].name invalid_format',
      'events[0].user.country invalid_country',
      'events[0].user.email invalid_email',
      'events[0].user.phone invalid_phone',
      'events[1].user.email invalid_email',
      'events[1].value invalid_format',
      'events[2].currency missing_currency',
    ]);
    const rules = await post('/v1/conversions', {
      destinations: ['primary:404', 'nowhere:1'],
      events: [event('x-3', { happenedAt: '2999-01-01T00:00:00Z' }), event('x-4')],
    });
    expect(rules.status).toBe(422);
    expect(rules.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'destinations[0]',
      'destinations[1]',
      'events[0].happenedAt',
    ]);
  });

  test('what was sent before is told by a check, and every event that says something else', async () => {
    const events = [event('y-1'), event('y-2'), event('y-3')];
    const { body } = await post('/v1/conversions', { destinations: [pixel], events });
    await settled(body.uploadId);
    const changed = [
      events[0],
      ...[events[1], events[2]].map((each) => ({ ...each, value: '1.00' })),
      event('y-4'),
    ];
    const check = await post('/v1/conversions', {
      destinations: [pixel],
      events: changed,
      mode: 'check',
    });
    expect(check.body).toMatchObject({
      accepted: 1,
      refused: [
        { index: 1, code: 'event_differs' },
        { index: 2, code: 'event_differs' },
      ],
      duplicates: [{ index: 0, uploadId: body.uploadId, firstIndex: 0, outcome: 'confirmed' }],
    });
    const sent = await post('/v1/conversions', { destinations: [pixel], events: changed });
    expect(sent.status).toBe(409);
    expect(sent.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'events[1].eventId',
      'events[2].eventId',
    ]);
  });

  test('a CSV is sent with its faults at their cells', async () => {
    const head = 'Event ID;Name;Happened at;Value;Currency;Email;Phone';
    const rows = [
      `csv-1;purchase;${justNow()};12,50;EUR;${person.email};`,
      `csv-2;purchase;soon;1,234;EUR;nobody;`,
    ];
    const bad = await post('/v1/conversions/csv', {
      destinations: [pixel],
      csv: [head, ...rows].join('\n'),
    });
    expect(bad.status).toBe(422);
    const cells = bad.body.error.details.map(({ cell }: { cell: string }) => cell);
    expect(cells).toEqual(expect.arrayContaining(['C3', 'D3']));
    expect(JSON.stringify(bad.body.error.details)).toContain('can be read as 1234 or as 1.234');
    const wrong = await post('/v1/conversions/csv', {
      destinations: [pixel],
      csv: [head, `csv-3;purchase;${justNow()};1.00;EUR;nobody;`],
    });
    expect(wrong.body.error.details).toMatchObject([{ cell: 'F2', code: 'invalid_email' }]);
    const good = await post('/v1/conversions/csv', { destinations: [pixel], csv: [head, rows[0]] });
    expect(good.body).toMatchObject({ accepted: 1 });
    expect((await settled(good.body.uploadId)).counts).toMatchObject({ confirmed: 1 });
    const columns = await post('/v1/conversions/csv', {
      destinations: [pixel],
      csv: 'Event ID,Shoe size\n1,43',
    });
    expect(columns.body.error.details).toMatchObject([
      { cell: 'B1', code: 'unknown_column' },
      { code: 'missing_column' },
      { code: 'missing_column' },
    ]);
  });

  test('destinations of all accounts are listed, and what does not offer them is told', async () => {
    const { body } = await get('/v1/conversions/destinations');
    expect(body.data.map(({ destination }: { destination: string }) => destination)).toEqual(
      expect.arrayContaining(takers.map(({ name }) => name)),
    );
    expect(body.failures).toContainEqual(
      expect.objectContaining({ platform: 'app-network', code: 'unsupported_on_platform' }),
    );
    expect((await get('/v1/conversions/pixels?accountId=act_1001')).body.data).toMatchObject([
      { destination: pixel, kind: 'pixel' },
    ]);
    expect((await get('/v1/conversions/custom?accountId=act_1001')).body.data[0]).toMatchObject({
      destination: pixel,
    });
  });

  test('what was sent is taken back where the platform can, and refused where it cannot', async () => {
    const action = takers.find(({ platform }) => platform === 'search-ads')?.name ?? '';
    const { body } = await post('/v1/conversions', {
      destinations: [action],
      events: [event('adjust-1')],
    });
    expect((await settled(body.uploadId)).counts).toMatchObject({ confirmed: 1 });
    const adjustments = [
      { kind: 'restate', orderId: 'adjust-1', value: '9.90', currency: 'EUR' },
      { kind: 'retract', orderId: 'adjust-1' },
      { kind: 'retract', orderId: 'nobody' },
    ];
    const answer = await post('/v1/conversions/adjustments', { destination: action, adjustments });
    expect(answer.body).toMatchObject({
      done: 2,
      results: [{ success: true }, { success: true }, { success: false }],
    });
    const other = await post('/v1/conversions/adjustments', {
      destination: pixel,
      adjustments: adjustments.slice(1),
    });
    expect([other.status, other.body.error.details[0].code]).toEqual([
      422,
      'unsupported_on_platform',
    ]);
    const bad = await post('/v1/conversions/adjustments', {
      destination: action,
      adjustments: [{ kind: 'restate', orderId: 'a' }],
    });
    expect(bad.body.error.details).toMatchObject([{ path: 'adjustments[0].value' }]);
  });
});

test('a program calls the same by name', async () => {
  const caller: Caller = { companyId: fixture.companyId, keyId: 'embedded', scopes: ['admin'] };
  const company = openCompanyHandle(fixture.ports, caller, new AbortController().signal);
  const input = {
    destinations: [pixel],
    events: [{ ...event('program-1'), source: 'website' as const }],
  };
  const first = await company.conversions.send(input, { idempotencyKey: 'program' });
  expect(await company.conversions.send(input, { idempotencyKey: 'program' })).toEqual(first);
  await settled(first.uploadId ?? '');
  expect((await company.conversions.status({ id: first.uploadId ?? '' })).counts.confirmed).toBe(1);
});

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Everything a store holds, as text. */
async function textOf(store: Store, companyIds: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const kind of kinds)
    for (const companyId of [...companyIds, SYSTEM])
      for (const { id, doc } of await allOf(store, kind, companyId))
        texts.push(`${kind.name} ${id} ${JSON.stringify(doc)}`);
  return texts.join('\n').toLowerCase();
}

/**
 * Sends events of a known person everywhere, with refusals, faults and lost answers, and looks for
 * traces.
 */
async function leavesNoTrace(store: Store, folder?: string): Promise<void> {
  const errors: string[] = [];
  const service = await startServiceFixture({ store, onError: (line) => errors.push(line) });
  const told: string[] = [];
  const send = async (path: string, body: object) => {
    const answer = await service.call('POST', path, { body });
    told.push(JSON.stringify(answer.body));
    return answer.body;
  };
  const at = new Date(service.clock.now() - 60_000).toISOString();
  const of = (eventId: string, more: object = {}) => ({
    ...event(eventId),
    happenedAt: at,
    ...more,
  });
  const names = takers.map(({ name }) => name);
  await send('/v1/sandbox/faults', { fault: 'answer-lost', probability: 0.3, path: '*events*' });
  const uploads = [
    await send('/v1/conversions', {
      destinations: names,
      events: [of('t-1'), of('t-2-sandbox-refused'), of('t-3')],
    }),
    await send('/v1/conversions', { destinations: names, events: [of('t-1')] }),
    await send('/v1/conversions', { destinations: names, events: [of('t-1', { value: '1.00' })] }),
    await send('/v1/conversions', {
      destinations: names,
      events: [of('t-4', { user: { ...person, email: 'hannelore at example' } })],
    }),
    await send('/v1/conversions', { destinations: names, events: [of('t-5')], mode: 'check' }),
    await send('/v1/conversions/csv', {
      destinations: [pixel],
      csv: `eventId,name,happenedAt,email,x\n1,purchase,${at},${person.email},`,
    }),
    await send('/v1/conversions/csv', {
      destinations: [pixel],
      csv: `eventId,name,happenedAt,email\n1,purchase,${at},${person.email}`,
    }),
  ];
  // While it waits, and when it was sent.
  for (const { uploadId } of uploads)
    for (let finished = uploadId === undefined; !finished; ) {
      const { body } = await service.call('GET', `/v1/conversions/uploads/${uploadId}`);
      finished = body.finished;
      told.push(JSON.stringify(body));
      const held = await textOf(store, [service.companyId]);
      for (const trace of traces) expect([trace, held.includes(trace)]).toEqual([trace, false]);
      await service.clock.sleep(60_000);
    }
  await service.worker.stop();
  const everything = [...told, ...errors].join('\n').toLowerCase();
  for (const trace of traces) expect([trace, everything.includes(trace)]).toEqual([trace, false]);
  if (folder === undefined) return;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name)).toString('latin1').toLowerCase();
    for (const trace of traces)
      expect([name, trace, bytes.includes(trace)]).toEqual([name, trace, false]);
  }
}

describe('nothing of a person is kept, answered or logged in clear', () => {
  test('in memory', () => leavesNoTrace(createMemoryStore()));

  test('in SQLite, its file included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conversions-'));
    const store = await openSqliteStore({ path: join(folder, 'slipway.db') });
    await leavesNoTrace(store, folder);
    await store.close();
  });

  test('in Postgres', { tags: ['postgres'] }, async () => {
    const database = await createDatabase();
    const store = await openPostgresStore({ url: database.url });
    await leavesNoTrace(store);
    await store.close();
    await database.drop();
  });
});
