import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { SlipwayError } from '../../../../core/base/errors.ts';
import { refuseOversized } from '../../../../core/base/schema/bounds.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import { parseRequest, unknownMembers } from '../../../../core/base/schema/parse.ts';
import {
  withoutEnds,
  withoutQuery,
  withoutTrailing,
} from '../../../../core/base/schema/trimmed.ts';
import { nearestName } from '../../../../core/base/schema/unknown-fields.ts';
import { exportRequest } from '../../../../core/features/exports/schema.ts';

const faultOf = (work: () => unknown): readonly [string, string, string] => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return [error.code, error.details[0]?.path ?? '', error.details[0]?.code ?? ''];
  }
  return ['none', '', ''];
};

describe('what no request may hold', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
  test.each([
    ['a text', { a: { b: 'x'.repeat(50_001) } }, ['unprocessable_entity', 'a.b', 'text_too_long']],
    ['a list', { a: Array(50_001).fill(0) }, ['unprocessable_entity', 'a', 'list_too_long']],
    ['fields', { a: [{}, fields(501)] }, ['unprocessable_entity', 'a[1]', 'too_many_fields']],
    [
      'a field’s name',
      { a: { ['x'.repeat(201)]: 1 } },
      ['unprocessable_entity', 'a', 'field_name_too_long'],
    ],
    [
      'values in all',
      { a: Array(7).fill(Array(50_000).fill(0)) },
      ['unprocessable_entity', '', 'too_many_values'],
    ],
    ['depth', { a: deep(70) }, ['bad_request', '', '']],
    [
      'nothing',
      { a: deep(60), b: fields(500), c: 'x'.repeat(50_000), d: Array(50_000).fill('x') },
      ['none', '', ''],
    ],
  ])('%s', (_, body, fault) => {
    expect(faultOf(() => refuseOversized(body))).toEqual(fault);
  });

  test('anything ordinary passes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        expect(() => refuseOversized(value)).not.toThrow();
      }),
    );
  });

  test('a text too long is not looked at letter by letter, nor is anything after it', () => {
    let looks = 0;
    const after = {
      get late() {
        looks += 1;
        return 1;
      },
    };
    expect(faultOf(() => refuseOversized({ long: 'x'.repeat(3_000_000), after }))[2]).toBe(
      'text_too_long',
    );
    expect(looks).toBe(0);
  });
});

describe('lists of at most so many', () => {
  const items = (length: number) => {
    let visits = 0;
    const list = new Proxy(Array<unknown>(length).fill('act_1'), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) visits += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    return { list, visited: () => visits };
  };

  test('a longer one is refused unseen', () => {
    const { list, visited } = items(50_000);
    expect(v.safeParse(listOfAtMost(v.string(), 1_000), list).issues).toMatchObject([
      { type: 'max_length' },
    ]);
    expect(visited()).toBe(0);
  });

  test('the same outcome as an array with a greatest length', () => {
    const item = v.union([v.pipe(v.string(), v.maxLength(2)), v.object({ a: v.number() })]);
    const plain = v.pipe(v.array(item), v.maxLength(5, 'At most 5 items.'));
    const bounded = listOfAtMost(item, 5);
    const value = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.record({ a: fc.oneof(fc.integer(), fc.string()) }),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(value, { maxLength: 5 }), fc.constant('none')), (list) => {
        const [one, other] = [v.safeParse(bounded, list), v.safeParse(plain, list)];
        expect(one.success).toBe(other.success);
        expect(one.output).toEqual(other.output);
        const told = (issues: readonly v.BaseIssue<unknown>[] = []) =>
          issues.map((issue) => [v.getDotPath(issue), issue.type, issue.message]);
        expect(told(one.issues)).toEqual(told(other.issues));
      }),
    );
  });

  test('after faults enough the rest is not looked at', () => {
    let looks = 0;
    const wrong = v.check((_: string) => {
      looks += 1;
      return false;
    });
    const { issues } = v.safeParse(
      listOfAtMost(v.pipe(v.string(), wrong), 50_000),
      Array(50_000).fill('x'),
    );
    expect(issues?.length).toBe(200);
    expect(looks).toBe(200);
  });

  test('ids of a report: as a list, as text with commas, each once', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `act_${i}`);
    expect(
      parseRequest(exportRequest, { accountIds: [...ids.slice(1), ' act_1 '] }).accountIds,
    ).toEqual(ids.slice(1));
    expect(parseRequest(exportRequest, { accountIds: 'act_2,, act_1,act_2' }).accountIds).toEqual([
      'act_2',
      'act_1',
    ]);
    for (const accountIds of [[...ids, 'act_x'], [...ids, 'act_x'].join(',')])
      expect(faultOf(() => parseRequest(exportRequest, { accountIds }))[2]).toBe('too_long');
  });
});

describe('names that were meant', () => {
  const known = ['adName', 'description', 'headlineVariations'];
  /** The whole table of distances, kept in full. */
  const slowDistance = (a: string, b: string): number => {
    const d = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    );
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++) {
        const steps = [
          (d[i - 1]?.[j] ?? 0) + 1,
          (d[i]?.[j - 1] ?? 0) + 1,
          (d[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ];
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          steps.push((d[i - 2]?.[j - 2] ?? 0) + 1);
        (d[i] as number[])[j] = Math.min(...steps);
      }
    return d[a.length]?.[b.length] ?? 0;
  };

  test('the nearest by three rows is the nearest by the whole table', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 4 }), (name, words) => {
        const best = Math.min(...words.map((each) => slowDistance(name, each)));
        const close = best <= Math.max(1, Math.floor(name.length / 3));
        expect(nearestName(name, words)).toBe(
          close ? words.find((each) => slowDistance(name, each) === best) : undefined,
        );
      }),
    );
  });

  test('a long name has no neighbour, and none is looked for', () => {
    let reads = 0;
    const watched = new Proxy(known, {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    expect(nearestName('adNmae', known)).toBe('adName');
    expect(nearestName('x'.repeat(65), watched)).toBeUndefined();
    expect(reads).toBe(0);
  });

  test('of very many unknown members the first hundred are told', () => {
    const body = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`member${i}`, i]));
    const warnings = unknownMembers(v.object({ name: v.string() }), body);
    expect(warnings).toHaveLength(101);
    expect(warnings[100]?.message).toContain('350 more fields');
  });
});

test('ends are cut off as the expressions did that took the square of the length', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '-', '?', '#', 'a', '.'), maxLength: 12 });
  fc.assert(
    fc.property(text, (given) => {
      expect(withoutTrailing(given, '/')).toBe(given.replace(/\/+$/, ''));
      expect(withoutEnds(given, '. -')).toBe(given.replace(/^[. -]+|[. -]+$/g, ''));
      expect(withoutQuery(given)).toBe(given.replace(/[?#].*$/, ''));
    }),
  );
});
