import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLanePlaces, type WaitingJob } from '../../../adapters/jobs/fair-pick.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import type { Lane } from '../../../core/ports/jobs.ts';

const laneOf = (places: number, perCompany: number, perUse: number): Lane => ({
  name: 'launches',
  queues: ['launch'],
  places,
  perCompany,
  perUse,
});
const job = (id: number, companyId: string, uses: readonly string[] = []): WaitingJob => ({
  id: String(id),
  queue: 'launch',
  companyId,
  uses,
  dueAt: createManualClock().now() + id,
});

const arbitraryJob = fc.record({
  companyId: fc.constantFrom('a', 'b', 'c'),
  uses: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 }),
});

test('no share is ever exceeded, and nobody waits while there is a place for it', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryJob, { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 80 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      (jobs, ends, places, perCompany, perUse) => {
        const lane = createLanePlaces(laneOf(places, perCompany, perUse), createManualClock());
        const waiting = new Set(jobs.map(({ companyId, uses }, i) => job(i, companyId, uses)));
        const running = new Map<WaitingJob, () => void>();
        const count = (of: (each: WaitingJob) => boolean): number =>
          [...running.keys()].filter(of).length;
        const hasPlace = ({ companyId, uses = [] }: WaitingJob): boolean =>
          running.size < places &&
          count((each) => each.companyId === companyId) < perCompany &&
          uses.every(
            (use) =>
              count((each) => each.companyId === companyId && each.uses?.includes(use) === true) <
              perUse,
          );
        for (const end of [...ends, ...jobs.map(() => 0)]) {
          for (let next = lane.pick(waiting); next !== undefined; next = lane.pick(waiting)) {
            expect(hasPlace(next)).toBe(true);
            waiting.delete(next);
            running.set(next, lane.start(next));
          }
          for (const each of waiting) expect(hasPlace(each)).toBe(false);
          const ended = [...running][end % Math.max(1, running.size)];
          ended?.[1]();
          if (ended) running.delete(ended[0]);
        }
        expect(waiting.size).toBe(0);
      },
    ),
  );
});

test('companies, and what they use, take turns', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 2, max: 5 }),
      (places, companies) => {
        const lane = createLanePlaces(laneOf(places, places, places), createManualClock());
        const names = Array.from({ length: companies }, (_, i) => `company ${i}`);
        // The first has all its jobs queued before the others have one.
        const waiting = new Set(
          names.flatMap((name, i) => Array.from({ length: 30 }, (_, k) => job(i * 100 + k, name))),
        );
        const order: string[] = [];
        const running: (() => void)[] = [];
        while (order.length < companies * 10) {
          const next = lane.pick(waiting);
          if (next === undefined) running.shift()?.();
          else {
            waiting.delete(next);
            order.push(next.companyId);
            running.push(lane.start(next));
          }
        }
        for (const name of names) expect(order.filter((each) => each === name)).toHaveLength(10);
      },
    ),
  );
});

test('of the things a company uses, each has its turn', () => {
  const lane = createLanePlaces(laneOf(1, 1, 1), createManualClock());
  const waiting = new Set([...[1, 2, 3].map((id) => job(id, 'a', ['x'])), job(4, 'a', ['y'])]);
  const order: string[] = [];
  for (let next = lane.pick(waiting); next !== undefined; next = lane.pick(waiting)) {
    waiting.delete(next);
    order.push(next.id);
    lane.start(next)();
  }
  expect(order).toEqual(['1', '4', '2', '3']);
});

test('a job that takes long gives its place to others, keeps the share of its company, and there is an end to it', async () => {
  const clock = createManualClock();
  const lane = createLanePlaces(laneOf(2, 2, 2), clock);
  lane.start(job(1, 'a'));
  lane.start(job(2, 'a'));
  expect(lane.pick([job(3, 'b')])).toBeUndefined();
  await clock.advance(5_000);
  expect(lane.pick([job(3, 'a')])).toBeUndefined();
  expect(lane.pick([job(3, 'a'), job(4, 'b')])?.id).toBe('4');
  for (const company of ['b', 'c', 'd']) {
    for (const id of [1, 2]) lane.start(job(id, company));
    await clock.advance(5_000);
  }
  expect(lane.free()).toBe(0);
});

test('a small job does not wait for large ones of its account, and only one at a time is let in beside them', () => {
  const lane = createLanePlaces(laneOf(10, 8, 2), createManualClock());
  const small = (id: number): WaitingJob => ({ ...job(id, 'a', ['x']), isSmall: true });
  const large = [1, 2, 3].map((id) => job(id, 'a', ['x']));
  const ends = large.slice(0, 2).map((each) => {
    expect(lane.pick([each])).toBe(each);
    return lane.start(each);
  });
  expect(lane.pick(large.slice(2))).toBeUndefined();
  const first = small(4);
  expect(lane.pick([large[2] as WaitingJob, first])).toBe(first);
  const end = lane.start(first);
  expect(lane.pick([small(5), large[2] as WaitingJob])).toBeUndefined();
  end();
  const second = small(6);
  expect(lane.pick([second])).toBe(second);
  const endSecond = lane.start(second);
  // A large one has ended; the place beside is taken until the small one has.
  ends[0]?.();
  expect(lane.pick(large.slice(2))).toBeUndefined();
  endSecond();
  expect(lane.pick(large.slice(2))).toBe(large[2]);
});

test('jobs of one group, whoever has them, share the places of that group', () => {
  const lane = createLanePlaces({ ...laneOf(10, 8, 8), perGroup: { p: 2 } }, createManualClock());
  const jobs = [
    job(1, 'a', ['p:1']),
    job(2, 'b', ['p:2']),
    job(3, 'c', ['p:3', 'p:4']),
    job(4, 'c', ['q:1']),
  ];
  const ends = jobs.slice(0, 2).map((each) => lane.start(each));
  expect(lane.pick(jobs.slice(2, 3))).toBeUndefined();
  expect(lane.pick(jobs.slice(2))).toBe(jobs[3]);
  ends[0]?.();
  expect(lane.pick(jobs.slice(2, 3))).toBe(jobs[2]);
});

test('a company whose long job runs on is not behind all others for as long', async () => {
  const clock = createManualClock();
  const lane = createLanePlaces(laneOf(2, 2, 2), clock);
  const at = (id: number, companyId: string): WaitingJob => ({
    ...job(id, companyId),
    dueAt: clock.now(),
  });
  lane.start(at(0, 'long'));
  const next = at(1, 'long');
  for (const second of Array.from({ length: 60 }, (_, i) => i)) {
    // There is always a job of a company without a running one.
    const other = at(2 + second, `other ${second}`);
    const picked = lane.pick([next, other]);
    expect(picked).toBe(other);
    lane.start(other)();
    await clock.advance(1_000);
  }
  await clock.advance(1_000);
  expect(lane.pick([at(100, 'another'), next])).toBe(next);
});

test('a job that needs two accounts gets them, though one of them is always taken', async () => {
  const clock = createManualClock();
  const lane = createLanePlaces(laneOf(10, 10, 1), clock);
  const at = (id: number, uses: readonly string[]): WaitingJob => ({
    ...job(id, 'a', uses),
    dueAt: clock.now(),
  });
  const both = at(0, ['x', 'y']);
  let id = 1;
  let ends = ['x', 'y'].map((use) => [use, lane.start(at(id++, [use]))] as const);
  let overtaken = 0;
  for (let minute = 0; minute < 60; minute++) {
    await clock.advance(60_000);
    const [[use, end], ...rest] = ends as [(typeof ends)[0], ...typeof ends];
    end();
    const later = at(id++, [use]);
    const picked = lane.pick([both, later]);
    if (picked === both) break;
    overtaken += picked === later ? 1 : 0;
    ends = picked === later ? [...rest, [use, lane.start(later)]] : rest;
  }
  expect(lane.pick([both])).toBe(both);
  expect(overtaken).toBeLessThanOrEqual(10);
});
