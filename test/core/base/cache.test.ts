import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCache } from '../../../core/base/cache.ts';

test('the entry set longest ago and not read since makes room', () => {
  const cache = createCache<number>({ max: 3 });
  for (const [i, key] of ['a', 'b', 'c'].entries()) cache.set(key, i);
  expect(cache.get('a')).toBe(0);
  cache.set('b', 10);
  cache.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, 10, undefined, 3]);
});

test('what was deleted is gone, and leaves its room', () => {
  const cache = createCache<string>({ max: 10, sizeOf: (text) => text.length });
  cache.set('a', '12345');
  cache.set('b', '12345');
  cache.delete('a');
  cache.delete('never there');
  cache.set('c', '12345');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, '12345', '12345']);
});

test('what is larger than all the room is not kept, nor is what it was to replace', () => {
  const cache = createCache<string>({ max: 10, sizeOf: (text) => text.length });
  for (const key of ['a', 'b']) cache.set(key, '12345');
  cache.set('a', 'x'.repeat(11));
  expect(['a', 'b'].map((key) => cache.get(key))).toEqual([undefined, '12345']);
});

test('never holds more than its limit, and always what was set last if there is room for it', () => {
  const step = fc.record({
    op: fc.constantFrom('get', 'set', 'delete'),
    key: fc.constantFrom(...'abcdef'),
    size: fc.nat(12),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = createCache<{ readonly size: number }>({ max: 10, sizeOf: ({ size }) => size });
      for (const { op, key, size } of steps) {
        if (op === 'set') {
          const value = { size };
          cache.set(key, value);
          expect(cache.get(key)).toBe(size <= 10 ? value : undefined);
        } else cache[op as 'get' | 'delete'](key);
        const held = [...'abcdef'].map((each) => cache.get(each)?.size ?? 0);
        expect(held.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});
