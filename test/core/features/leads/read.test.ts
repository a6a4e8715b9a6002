import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../adapters/runtime/manual-clock.ts';
import { openPostgresStore } from '../../../../adapters/store/postgres.ts';
import { eraseLeads } from '../../../../core/features/leads/erase.ts';
import { countLeads, listForms } from '../../../../core/features/leads/list.ts';
import { leadKind, leadWatchKind } from '../../../../core/features/leads/records.ts';
import { listWatches, setWatch } from '../../../../core/features/leads/watch.ts';
import { allOf } from '../../../../core/records/list.ts';
import { borrowDatabase } from '../../../postgres/database.ts';
import { account, eur, type LeadsFixture, leadsFixture } from './leads-fixture.ts';

const day = 86_400_000;

let fixture: LeadsFixture;
let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

const stores = {
  async memory() {
    fixture = await leadsFixture();
    close = async () => undefined;
  },
  async Postgres() {
    const database = await borrowDatabase();
    const store = await openPostgresStore({ url: database.url });
    const clock = createManualClock(undefined, { auto: true });
    fixture = await leadsFixture({ clock, store: clock.stillDuring(store) });
    close = async () => {
      await store.close();
      await database.drop();
    };
  },
};

const ids = (leadIds: readonly string[]) => leadIds.map((id) => `primary:${id}`).sort();
const known = async () => (await fixture.rows()).map(({ id }) => id).sort();

for (const name of ['memory', 'Postgres'] as const) {
  const tags = name === 'Postgres' ? ['postgres'] : [];
  describe(`in ${name}`, { tags }, () => {
    beforeEach(stores[name]);
    describe('reading lists', () => {
      test('brings each lead once with its answers, and tells the webhook once', async () => {
        const { leadIds, formId } = await fixture.arrive({
          count: 250,
          startMs: -day,
          everyMs: 1_000,
        });
        await fixture.pass();
        await fixture.later();
        expect(await fixture.rows({ limit: 1 })).toMatchObject([
          {
            platform: 'primary',
            adAccountId: eur,
            formId,
            formName: 'Newsletter',
            isTest: false,
            answers: [
              { name: 'full_name', values: ['Person 250'] },
              { name: 'email', values: ['person-250@people.example'] },
              { name: 'phone_number', values: ['+4915100000249'] },
            ],
          },
        ]);
        const stored = (await allOf(fixture.store, leadKind, fixture.companyId)).map(
          ({ id }) => id,
        );
        expect([stored.sort(), [...(await fixture.told())].sort()]).toEqual([
          ids(leadIds),
          ids(leadIds),
        ]);
      });

      test('tells by when its forms were read, not when a pass came by', async () => {
        const { ports, companyId, caller } = fixture;
        const readAt = async () => (await listWatches(ports, companyId))[0]?.readAt;
        expect(await readAt()).toBeNull();
        await fixture.arrive({ startMs: -60 * day });
        await fixture.pass();
        const oldest = async () =>
          (await listForms(ports, companyId, { accountId: account })).data
            .filter(({ state }) => state !== 'draft' && state !== 'deleted')
            .map((form) => form.readAt ?? '')
            .sort()[0];
        const first = await readAt();
        expect(first).toBe(await oldest());
        // A quiet form is read every quarter of an hour.
        await fixture.later(10 * 60_000);
        expect([
          await readAt(),
          (await setWatch(ports, caller, { accountId: account })).readAt,
        ]).toEqual([first, first]);
        await fixture.later();
        expect(await readAt()).not.toBe(first);
        expect(await readAt()).toBe(await oldest());
      });

      test('keeps a lead once that lists have twice, or show late', async () => {
        await fixture.fault({ fault: 'leads-twice' });
        await fixture.fault({ fault: 'list-lag', ms: 10 * 60_000, path: '*/leads' });
        const { leadIds } = await fixture.arrive({ count: 30 });
        await fixture.pass();
        expect(await known()).toEqual([]);
        const more = await fixture.arrive({ count: 3, startMs: -11 * 60_000 });
        await fixture.later();
        await fixture.later();
        expect(await known()).toEqual(ids([...leadIds, ...more.leadIds]));
        expect(await fixture.told()).toHaveLength(33);
      });

      test('finds after days what the list had left out', async () => {
        await fixture.pass();
        await fixture.arrive({ count: 1, startMs: -day });
        await fixture.later();
        expect(await known()).toEqual([]);
        await fixture.later(day);
        expect(await known()).toHaveLength(1);
      });

      test('marks test leads', async () => {
        const { leadIds } = await fixture.arrive({ isTest: true });
        await fixture.arrive();
        await fixture.pass();
        expect((await fixture.rows()).filter(({ isTest }) => isTest).map(({ id }) => id)).toEqual(
          ids(leadIds),
        );
        expect(await fixture.rows({ test: false })).toHaveLength(1);
        expect(await countLeads(fixture.ports, fixture.companyId, {})).toMatchObject({
          total: 2,
          test: 1,
          data: [{ leads: 2 }],
        });
      });

      test('tells that leads are refused, and goes on once they are not', async () => {
        const { leadIds } = await fixture.arrive({ count: 2 });
        await fixture.fault({ fault: 'leads-refused' });
        await fixture.pass();
        const forms = () => listForms(fixture.ports, fixture.companyId, { accountId: eur });
        expect((await forms()).data).toMatchObject([
          { name: 'Newsletter', held: 6, problem: expect.stringContaining('no permission') },
        ]);
        await fixture.clearFaults();
        await fixture.later();
        expect((await forms()).data).toMatchObject([{ problem: null }]);
        expect(await known()).toEqual(ids(leadIds));
      });

      test('takes an empty list of a form that has leads for a refusal', async () => {
        const { leadIds } = await fixture.arrive({ count: 2 });
        await fixture.fault({ fault: 'leads-withheld' });
        await fixture.pass();
        const { data } = await listForms(fixture.ports, fixture.companyId, { accountId: eur });
        expect(data).toMatchObject([{ problem: expect.stringContaining('hands none over') }]);
        await fixture.clearFaults();
        await fixture.later();
        expect(await known()).toEqual(ids(leadIds));
        const later = await fixture.arrive();
        await fixture.fault({ fault: 'leads-withheld' });
        await fixture.later();
        const again = await listForms(fixture.ports, fixture.companyId, { accountId: eur });
        expect(again.data).toMatchObject([{ problem: expect.stringContaining('hands none over') }]);
        await fixture.clearFaults();
        await fixture.later();
        expect(await known()).toEqual(ids([...leadIds, ...later.leadIds]));
      });

      test('keeps the leads of a form that was deleted, and asks for it no more', async () => {
        const { leadIds } = await fixture.arrive();
        await fixture.pass();
        await fixture.fault({ fault: 'form-gone' });
        await fixture.later();
        await fixture.later();
        const { calls } = await fixture.counting(() => fixture.later(10 * 60_000));
        expect([await known(), calls]).toEqual([ids(leadIds), 0]);
      });

      test('waits where the page has used up its calls', async () => {
        await fixture.arrive();
        await fixture.fault({
          fault: 'error',
          code: 80005,
          message: 'Too many calls',
          path: '*/leads',
          times: 10,
        });
        await fixture.pass();
        expect(await listWatches(fixture.ports, fixture.companyId)).toMatchObject([
          { problem: expect.stringContaining('lead forms') },
        ]);
        await fixture.clearFaults();
        await fixture.later();
        expect(await listWatches(fixture.ports, fixture.companyId)).toMatchObject([
          { problem: null },
        ]);
        expect(await known()).toHaveLength(1);
      });
    });

    describe('keeping answers', () => {
      test('ends with the days that are set, and no reading brings them back', async () => {
        await fixture.arrive({ startMs: -20 * day });
        await fixture.arrive({ startMs: -40 * day });
        await fixture.pass();
        expect(await known()).toHaveLength(1);
        await setWatch(fixture.ports, fixture.caller, { accountId: account, keepDays: 10 });
        await fixture.forget();
        expect(await known()).toEqual([]);
        const [tombstone] = await allOf(fixture.store, leadKind, fixture.companyId);
        expect(tombstone?.doc).toMatchObject({ state: 'expired' });
        expect([tombstone?.doc.sealed, tombstone?.doc.marks]).toEqual([undefined, undefined]);
        await setWatch(fixture.ports, fixture.caller, { accountId: account, keepDays: 60 });
        await fixture.later(31 * day);
        expect(await known()).toEqual([]);
        await fixture.clock.sleep(200 * day);
        await fixture.forget();
        expect(await allOf(fixture.store, leadKind, fixture.companyId)).toEqual([]);
      });

      test('by id, address or number: what was sent until then does not come back, what is sent later does', async () => {
        const { leadIds } = await fixture.arrive({ count: 3 });
        await fixture.pass();
        const erase = (request: object) => eraseLeads(fixture.ports, fixture.caller, request);
        expect(await erase({ id: `primary:${leadIds[0]}` })).toBe(1);
        expect(await erase({ email: ' PERSON-2@people.example' })).toBe(1);
        expect(await erase({ phone: '+49 151 0000 0002' })).toBe(1);
        expect(await erase({ email: 'person-2@people.example' })).toBe(0);
        // On its way when the person was erased.
        await fixture.fault({ fault: 'list-lag', ms: 1_000, path: '*/leads' });
        await fixture.arrive({ count: 2 });
        await erase({ email: 'person-2@people.example' });
        await fixture.later(31 * day);
        expect((await fixture.rows()).map(({ answers }) => answers[1]?.values[0])).toEqual([]);
        await fixture.arrive({ count: 2 });
        await fixture.later();
        expect((await fixture.rows()).map(({ answers }) => answers[1]?.values[0]).sort()).toEqual([
          'person-1@people.example',
          'person-2@people.example',
        ]);
      });

      test('an id that no reading has brought yet is buried too', async () => {
        const { leadIds } = await fixture.arrive({ count: 2 });
        await eraseLeads(fixture.ports, fixture.caller, { id: `primary:${leadIds[0]}` });
        await fixture.pass();
        expect(await known()).toEqual(ids([leadIds[1] ?? '']));
      });
    });

    test('an account of a platform without lead forms is refused', async () => {
      expect(await fixture.store.count(leadWatchKind, fixture.companyId)).toBe(1);
      const refused = await setWatch(fixture.ports, fixture.caller, { accountId: 'act_404' }).catch(
        (error: unknown) => error,
      );
      expect(refused).toMatchObject({ code: 'not_found' });
    });
  });
}
