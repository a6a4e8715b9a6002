import { expect } from 'vitest';
import type {
  ConversionEvent,
  ConversionsCapability,
} from '../../../core/ports/platform-conversions.ts';
import type { Json } from '../../../core/ports/store.ts';
import type { Declaring, PlatformUnderTest } from '../platform-under-test.ts';

/** Hex digits that stand for a text, as long as those of a hash. */
const hash = async (text: string) =>
  Array.from({ length: 64 }, (_, at) =>
    ((text.charCodeAt(at % text.length) + at) % 16).toString(16),
  ).join('');

const email = 'Known.Buyer@Shop.Example';

function eventOf(at: PlatformUnderTest, eventId: string, more: object = {}): ConversionEvent {
  const fields = at.samples.conversions?.fields as Partial<ConversionEvent>;
  const event = {
    eventId,
    name: 'purchase',
    happenedAt: at.clock.now() - 60_000,
    source: 'website' as const,
    user: {},
  };
  return { ...event, ...fields, ...more, user: { ...fields.user, email } };
}

const wired = (
  can: ConversionsCapability,
  at: PlatformUnderTest,
  ids: readonly string[],
): Promise<Json[]> =>
  Promise.all(
    ids.map((id) => can.toWire(eventOf(at, id), at.samples.conversions?.destination ?? '', hash)),
  );

export function conversionsSuite({ describeOf, testOf }: Declaring): void {
  describeOf('conversions')('conversions', () => {
    testOf('conversions.destinations', 'samples.conversions')(
      'lists destinations with an id, a name and whether they take events',
      async (at) => {
        const can = at.platform.conversions;
        const { destination } = at.samples.conversions;
        const found = await can.destinations(at.access);
        expect(found.find(({ id }) => id === destination)).toMatchObject({ accepts: true });
        for (const { id, name } of found) expect([id, name]).not.toContain('');
      },
    );

    testOf('conversions.send', 'samples.conversions')(
      'takes a good event, and finds nothing to say against it before',
      async (at) => {
        const can = at.platform.conversions;
        const { destination } = at.samples.conversions;
        expect(can.check(eventOf(at, 'one'))).toEqual([]);
        const events = await wired(can, at, ['one', 'two']);
        expect(await can.send(at.access, destination, events, {})).toMatchObject({ taken: true });
        expect(events.length).toBeLessThanOrEqual(can.mostEvents);
        expect(can.maxAgeDays?.('website') ?? 1).toBeGreaterThan(0);
        expect(can.dedupeMs?.(events) ?? 1).toBeGreaterThan(0);
      },
    );

    testOf('conversions.toWire')('nothing of an email is in what leaves', async (at) => {
      const can = at.platform.conversions;
      const [event] = await wired(can, at, ['one']);
      expect(JSON.stringify(event).toLowerCase()).not.toContain('known');
    });

    testOf('conversions.check')(
      'says of an event without anything to match it by what it needs',
      async (at) => {
        const can = at.platform.conversions;
        const faults = can.check({ ...eventOf(at, 'one'), user: {} });
        expect(faults.length).toBeGreaterThan(0);
        for (const { field, code, message } of faults)
          expect([field, code, message]).not.toContain('');
      },
    );

    testOf('conversions.send', 'samples.conversions')(
      'an event that the platform refuses is a value, never a throw',
      async (at) => {
        const can = at.platform.conversions;
        const { destination } = at.samples.conversions;
        const events = await wired(can, at, ['good', 'sandbox-refused']);
        const answer = await can.send(at.access, destination, events, {});
        const failure = answer.taken ? answer.refused?.[1] : answer.failure;
        expect(['invalid', 'rule']).toContain(failure?.class);
        expect(await can.send(at.deadAccess, destination, events.slice(0, 1), {})).toMatchObject({
          taken: false,
          maybeDone: false,
          failure: { class: 'auth' },
        });
      },
    );

    testOf('conversions.send', 'samples.conversions')(
      'a request without an answer may have been carried out',
      async (at) => {
        const can = at.platform.conversions;
        const { destination, path } = at.samples.conversions;
        await at.fault({ fault: 'answer-lost', path, nth: 1 });
        expect(
          await can.send(at.access, destination, await wired(can, at, ['one']), {}),
        ).toMatchObject({
          taken: false,
          maybeDone: true,
        });
      },
    );

    testOf('conversions.tryOut', 'samples.conversions')(
      'its own check counts nothing and refuses what sending would',
      async (at) => {
        const can = at.platform.conversions;
        const { tryOut } = can;
        const { destination } = at.samples.conversions;
        expect(
          await tryOut.call(can, at.access, destination, await wired(can, at, ['one'])),
        ).toMatchObject({ taken: true });
        const answer = await tryOut.call(
          can,
          at.access,
          destination,
          await wired(can, at, ['sandbox-refused']),
        );
        expect((answer.taken ? answer.refused?.[0] : answer.failure)?.class).toMatch(
          /invalid|rule/,
        );
      },
    );

    testOf('conversions.outcome', 'samples.conversions')(
      'tells what became of a request that it answered with a receipt',
      async (at) => {
        const can = at.platform.conversions;
        const { outcome } = can;
        const { destination } = at.samples.conversions;
        const answer = await can.send(at.access, destination, await wired(can, at, ['one']), {});
        const receipt = answer.taken ? (answer.receipt ?? '') : '';
        expect(receipt).not.toBe('');
        for (let turn = 0; turn < 100; turn += 1) {
          const told = await outcome.call(can, at.access, receipt);
          if (told.state === 'done') return;
          expect(told.state).toBe('processing');
          await at.clock.sleep(10_000);
        }
        throw new Error('The platform never told.');
      },
    );

    testOf('conversions.received', 'samples.conversions')(
      'counts what it received by day and name',
      async (at) => {
        const can = at.platform.conversions;
        const { received } = can;
        const { destination } = at.samples.conversions;
        const today = new Date(at.clock.now()).toISOString().slice(0, 10);
        const range = {
          from: new Date(at.clock.now() - 86_400_000).toISOString().slice(0, 10),
          to: `${today.slice(0, 8)}28`,
        };
        const sum = async () =>
          (await received.call(can, at.access, destination, range)).reduce(
            (all, { count }) => all + count,
            0,
          );
        const before = await sum();
        await can.send(at.access, destination, await wired(can, at, ['r-1', 'r-2', 'r-3']), {});
        expect((await sum()) - before).toBe(3);
      },
    );

    testOf('conversions.customConversions')('lists custom conversions', async (at) => {
      const can = at.platform.conversions;
      const list = can.customConversions;
      for (const { id, name } of await list.call(can, at.access))
        expect([id, name]).not.toContain('');
    });

    testOf('conversions.adjust', 'samples.conversions')(
      'takes an event back, once and again, and says which it does not know',
      async (at) => {
        const can = at.platform.conversions;
        const { adjust } = can;
        const { destination } = at.samples.conversions;
        await can.send(at.access, destination, await wired(can, at, ['order-1']), {});
        const retract = (orderId: string) => ({
          kind: 'retract' as const,
          orderId,
          adjustedAt: at.clock.now(),
        });
        for (let time = 0; time < 2; time += 1) {
          const [first, second] = await adjust.call(can, at.access, destination, [
            retract('order-1'),
            retract('nobody'),
          ]);
          expect(first).toBeUndefined();
          expect(second?.message).not.toBe('');
        }
      },
    );
  });
}
