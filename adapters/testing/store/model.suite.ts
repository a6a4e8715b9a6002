import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  type Document,
  type Kind,
  kind,
  type Page,
  type Query,
  type Store,
  type Write,
} from '../../../core/ports/store.ts';
import { createMemoryStore } from '../../store/memory.ts';
import { type StoreBackend, useGround } from './ground.ts';

interface Thing {
  readonly s?: string;
  readonly n?: number;
  readonly t?: readonly string[];
}
const kinds = [
  kind<Thing>('thing', { s: 'string', n: 'number', t: 'strings' }),
  kind<Thing>('thing-two', { n: 'number' }),
] as const;

const id = fc.constantFrom('a', 'b', 'c', '😀', '\uffee');
const company = fc.constantFrom('one', 'two');
const text = fc
  .oneof(fc.constantFrom('', 'x', 'xy', 'é', '\uffee', '😀'), fc.string({ maxLength: 3 }))
  .filter((s) => !s.includes('\0'));
const number = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const several = fc.array(text, { maxLength: 4 });
const doc = fc.record(
  { s: text, n: number, t: several, extra: fc.jsonValue({ stringUnit: 'binary' }) },
  { requiredKeys: [] },
);

const writing = fc.record({
  kind: fc.constantFrom(0, 1),
  company,
  id,
  /** Mostly what is right; else something else. */
  expect: fc.constantFrom('right', 'right', 'right', 'right', 'absent', 1, 2),
  doc: fc.option(doc, { nil: undefined, freq: 4 }),
});
const range = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.record({ from: value, before: value }, { requiredKeys: [] }));
const query = fc.record(
  {
    where: fc.record(
      {
        s: range(text),
        n: range(number),
        t: fc.record({ has: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 })) }),
      },
      { requiredKeys: [] },
    ),
    order: fc.record(
      { by: fc.constantFrom('id', 's', 'n'), direction: fc.constantFrom('asc', 'desc') },
      { requiredKeys: ['by'] },
    ),
    limit: fc.integer({ min: 1, max: 4 }),
    offset: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      writes: fc.array(writing, { maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('find' as const), company, query }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('get' as const), company, id }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Documents for several pages, whatever the steps are. */
const everyId: Step = {
  do: 'commit',
  writes: (['a', 'b', 'c', '😀', '\uffee'] as const).map((name, n) => ({
    kind: 0,
    company: 'one',
    id: name,
    expect: 'absent',
    doc: { s: name, n: n % 2 },
  })),
};
const walks = (['id', 's', 'n'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map(
    (direction): Step => ({
      do: 'find',
      company: 'one',
      query: { order: { by, direction }, limit: 2 },
    }),
  ),
);

export function modelSuite(backend: StoreBackend): void {
  describe('over any sequence of operations', () => {
    const { withStore } = useGround(backend);

    withStore('answers as the memory store does', async (store) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const prefix = `run${run++}-`;
          const model = createMemoryStore();
          for (const each of [everyId, ...steps, ...walks]) {
            if (each.do === 'commit') {
              const writes = await Promise.all(
                distinct(each.writes).map((one) => toWrite(model, prefix, one)),
              );
              expect(await store.commit(writes)).toEqual(await model.commit(writes));
            } else if (each.do === 'get') {
              const [of] = kinds;
              expect(await store.get(of, prefix + each.company, each.id)).toEqual(
                await model.get(of, prefix + each.company, each.id),
              );
            } else {
              const [of] = kinds;
              expect(await pages(store, of, prefix + each.company, each.query)).toEqual(
                await pages(model, of, prefix + each.company, each.query),
              );
              const { offset: _, limit: __, ...whole } = each.query;
              expect(await store.count(of, prefix + each.company, whole as Query<Thing>)).toBe(
                await model.count(of, prefix + each.company, whole as Query<Thing>),
              );
            }
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}

type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never;

const distinct = (writes: readonly Writing[]): readonly Writing[] => [
  ...new Map(
    writes.map((each) => [JSON.stringify([each.kind, each.company, each.id]), each]),
  ).values(),
];

async function toWrite(model: Store, prefix: string, one: Writing): Promise<Write> {
  const of = kinds[one.kind === 0 ? 0 : 1];
  const companyId = prefix + one.company;
  const current = (await model.get(of, companyId, one.id))?.version ?? 'absent';
  const expected = one.expect === 'right' ? current : (one.expect as number | 'absent');
  return {
    kind: of as Kind,
    companyId,
    id: one.id,
    expect: expected,
    doc: one.doc as Document | undefined,
  };
}

/** The documents of all pages, page by page. Positions are opaque: each store has its own. */
async function pages(
  store: Store,
  of: Kind<Thing>,
  companyId: string,
  wanted: object,
): Promise<Page<Thing>['items'][]> {
  const seen: Page<Thing>['items'][] = [];
  let next: string | undefined;
  do {
    const page = await store.find(of, companyId, {
      ...(wanted as Query<Thing>),
      ...(next === undefined ? {} : { after: next }),
    });
    seen.push(page.items);
    next = page.next;
  } while (next !== undefined);
  return seen;
}
