import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  judgeCondition,
  type Truth,
} from '../../../../core/features/automations/judge/conditions.ts';
import type { Judged } from '../../../../core/features/automations/judge/numbers.ts';
import { calendarOf } from '../../../../core/features/automations/judge/windows.ts';
import type { Condition } from '../../../../core/features/automations/schema/condition.ts';
import { entity, figures, judgeAll, NOW, rule, verdicts, world } from './stage.ts';

const account = world(
  [entity('1')],
  figures({ '1': { spend: 100, results: 4, clicks: 0, impressions: 1000 } }),
);
const judged: Judged = {
  rule: rule(),
  account,
  entity: entity('1'),
  calendar: calendarOf(NOW, 'Europe/Berlin'),
  since: {},
  activeSiblings: 0,
};
const truthOf = (condition: Condition): Truth => judgeCondition(judged, condition, 'when', []);

const yes: Condition = { left: { metric: 'spend', window: 'week' }, is: '>', right: 10 };
const no: Condition = { left: { metric: 'spend', window: 'week' }, is: '<', right: 10 };
const unknown: Condition = {
  left: { metric: 'cpc', window: 'week', of: 'campaign' },
  is: '<',
  right: 10,
};

describe('what is not known', () => {
  test('is neither true nor false, under not, all and any', () => {
    expect([truthOf(yes), truthOf(no), truthOf(unknown)]).toEqual(['true', 'false', 'unknown']);
    expect(truthOf({ not: unknown })).toBe('unknown');
    expect([truthOf({ all: [yes, unknown] }), truthOf({ all: [no, unknown] })]).toEqual([
      'unknown',
      'false',
    ]);
    expect([truthOf({ any: [yes, unknown] }), truthOf({ any: [no, unknown] })]).toEqual([
      'true',
      'unknown',
    ]);
    expect(truthOf({ ...unknown, ifMissing: 'true' } as Condition)).toBe('true');
  });

  test('stays unknown or decided whatever the unknown turns out to be', () => {
    const leaf = fc.constantFrom<Condition>(yes, no, unknown);
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ not: tie('condition') }),
        fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      ),
    }));
    const replaced = (each: Condition, by: Condition): Condition => {
      if (each === unknown) return by;
      if ('all' in each) return { all: each.all.map((part) => replaced(part, by)) };
      if ('any' in each) return { any: each.any.map((part) => replaced(part, by)) };
      return 'not' in each ? { not: replaced(each.not, by) } : each;
    };
    fc.assert(
      fc.property(condition, (each) => {
        const truth = truthOf(each);
        if (truth === 'unknown') return;
        expect([truthOf(replaced(each, yes)), truthOf(replaced(each, no))]).toEqual([truth, truth]);
      }),
    );
  });

  test('never matches: figures that are not here are not zero, and without spend there is no cost', () => {
    const entities = ['idle', 'missing', 'dear'].map((id) => entity(id));
    const table = figures({
      idle: { spend: 0, results: 0 },
      missing: undefined,
      dear: { spend: 500, results: 1 },
    });
    expect(verdicts(judgeAll({}, [world(entities, table)]))).toEqual({
      idle: 'unknown',
      missing: 'unknown',
      dear: 'acts',
    });
  });

  test('spend without a result costs more than every amount, unless the rule says what counts then', () => {
    const entities = [entity('none')];
    const table = figures({ none: { spend: 500, results: 0 } });
    const judgedBy = (more: object) => verdicts(judgeAll(more, [world(entities, table)])).none;
    const cost = (more: object) => ({
      when: { left: { metric: 'costPerResult', window: 'week' }, right: 30, ...more },
    });
    expect(judgedBy({})).toBe('acts');
    expect([judgedBy(cost({ is: '>=' })), judgedBy(cost({ is: '<' }))]).toEqual([
      'acts',
      'notMatched',
    ]);
    expect(judgedBy(cost({ is: '>', ifMissing: 'false' }))).toBe('notMatched');
    const roas = {
      when: {
        left: { metric: 'cpm', window: 'week' },
        is: '>',
        right: { metric: 'cpc', window: 'week' },
      },
    };
    expect(judgedBy(roas)).toBe('unknown');
  });

  test('is not taken for cheap', () => {
    const entities = ['none', 'missing', 'dear'].map((id) => entity(id));
    const table = figures({
      none: { spend: 500, results: 0 },
      missing: undefined,
      dear: { spend: 500, results: 1 },
    });
    const cheap = {
      when: { left: { metric: 'costPerResult', window: 'week' }, is: '<', right: 30 },
    };
    expect(verdicts(judgeAll(cheap, [world(entities, table)]))).toEqual({
      none: 'notMatched',
      missing: 'unknown',
      dear: 'notMatched',
    });
  });

  test('days that are not settled are left out for results, and not for spend', () => {
    const asked: string[] = [];
    const table = {
      of: (_: string, __: string, { from, to }: { from: string; to: string }) => {
        asked.push(`${from} ${to}`);
        return { sums: { spend: 300, results: 2 }, resultType: 'lead' };
      },
    };
    const when = {
      all: [
        { left: { metric: 'costPerResult', window: 'week' }, is: '>', right: 30 },
        { left: { metric: 'spend', window: 'week' }, is: '>', right: 30 },
      ],
    };
    const settled = {
      when,
      guards: { minAgeHours: 0, skipChangedWithinHours: 0, minSpend: 0, settleDays: 3 },
    };
    expect(judgeAll(settled, [world([entity('1')], table)]).matched).toBe(1);
    expect(asked.slice(0, 2)).toEqual(['2026-11-08 2026-11-11', '2026-11-08 2026-11-14']);
    const all = judgeAll({ ...settled, guards: { settleDays: 20, minSpend: 0 } }, [
      world([entity('1')], table),
    ]);
    expect(all.results[0]?.trace[0]?.left?.missing).toBe('notSettled');
    expect(all.results[0]?.verdict).toBe('unknown');
  });
});

describe('a comparison', () => {
  const of =
    (when: object, more: object = {}) =>
    (sums: object) =>
      judgeAll({ when, ...more }, [
        world(
          [entity('1'), entity('2')],
          figures({ '1': sums, '2': { spend: 10, results: 5 }, c1: { spend: 110, results: 9 } }),
        ),
      ]).results[0]?.verdict;

  test('can be with another window, another level, the others beside it, a parameter of the account', () => {
    const dearer = (right: object) =>
      of({ left: { metric: 'costPerResult', window: 'week' }, is: '>', right });
    expect(
      dearer({ metric: 'costPerResult', window: 'week', of: 'campaign' })({
        spend: 100,
        results: 4,
      }),
    ).toBe('acts');
    expect(
      dearer({ metric: 'costPerResult', window: 'week', of: 'siblings' })({
        spend: 100,
        results: 4,
      }),
    ).toBe('acts');
    const params = {
      cost: { value: 30, unit: 'money', byCurrency: { EUR: 20 }, byAccount: { act_1: 24 } },
    };
    const target = of(
      { left: { metric: 'costPerResult', window: 'week' }, is: '>', right: { param: 'cost' } },
      { params },
    );
    expect([target({ spend: 100, results: 4 }), target({ spend: 92, results: 4 })]).toEqual([
      'acts',
      'notMatched',
    ]);
  });

  test('can be demanded on so many days in a row, each alone', () => {
    const daily = (days: { readonly [day: string]: number }) => ({
      of: (_: string, __: string, { from, to }: { from: string; to: string }) => ({
        sums: { spend: from === to ? (days[from] ?? 0) : 700 },
      }),
    });
    const when = { left: { metric: 'spend', window: 'week' }, is: '>', right: 50, consecutive: 3 };
    const run = (days: { readonly [day: string]: number }) =>
      judgeAll({ when }, [world([entity('1')], daily(days))]).results[0]?.verdict;
    expect(run({ '2026-11-14': 60, '2026-11-13': 60, '2026-11-12': 60 })).toBe('acts');
    expect(run({ '2026-11-14': 60, '2026-11-13': 50, '2026-11-12': 60 })).toBe('notMatched');
  });

  test('provably asks for enough cases', () => {
    const when = {
      provably: 'above',
      metric: 'costPerResult',
      than: 30,
      window: 'week',
      confidence: 0.95,
    };
    const verdict = (spend: number, results: number) =>
      judgeAll({ when }, [world([entity('1')], figures({ '1': { spend, results } }))]).results[0]
        ?.verdict;
    // Without a result, three times the cost is 95 % sure: e^-3.
    expect([verdict(89, 0), verdict(90, 0), verdict(40, 1), verdict(400, 4)]).toEqual([
      'notMatched',
      'acts',
      'notMatched',
      'acts',
    ]);
  });
});
