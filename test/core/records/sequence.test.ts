import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { kind, type Store } from '../../../core/ports/store.ts';
import { createNumbers, reserve } from '../../../core/records/sequence.ts';

const notes = kind<{ readonly text: string }>('note');

test('a hundred who want a number at once need three commits each at most, not a hundred', async () => {
  const store = createMemoryStore();
  let commits = 0;
  const counted: Store = {
    ...store,
    commit: (writes) => store.commit(writes).finally(() => commits++),
  };
  const waiting = createNumbers();
  const numbers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      for (let attempt = 0; ; attempt++) {
        const { first, writes } = await reserve(
          { store: counted, numbers: waiting },
          'acme',
          'batch',
          { attempt },
        );
        const note = {
          kind: notes,
          companyId: 'acme',
          id: String(first),
          expect: 'absent',
          doc: { text: 'x' },
        } as const;
        if ((await counted.commit([...writes, note])) === undefined) return first;
      }
    }),
  );
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(commits).toBeLessThan(300);
});

test('a store that fails says so to everybody who waits, and the next may try again', async () => {
  const store = createMemoryStore();
  let failing = true;
  const broken: Store = {
    ...store,
    commit: (writes) => (failing ? Promise.reject(new Error('disk full')) : store.commit(writes)),
  };
  const ports = { store: broken, numbers: createNumbers() };
  const all = await Promise.allSettled(
    [1, 2, 3].map(() => reserve(ports, 'acme', 'batch', { attempt: 1 })),
  );
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  failing = false;
  expect(await reserve(ports, 'acme', 'batch', { attempt: 1 })).toEqual({ first: 1, writes: [] });
});
