import { describe, expect, test } from 'vitest';
import type { Act } from '../../../../core/features/automations/judge/memory.ts';
import { explain } from '../../../../core/features/automations/words/explain.ts';
import { free } from './rule-fixture.ts';
import { entity, figures, judgeAll, NOW, verdicts, world } from './stage.ts';

const HOUR = 3_600_000;
const always = { left: { metric: 'spend', window: 'week' }, is: '>=', right: 0 };
const guards = (own: object) => ({ when: always, guards: { ...free, ...own } });
const act = (members: Partial<Act> = {}): Act => ({
  executionId: 'run_1',
  ruleId: 'rule_1',
  ruleName: 'A rule',
  priority: 500,
  at: NOW - HOUR,
  type: 'pause',
  direction: 'down',
  cooldownMs: 24 * HOUR,
  ...members,
});
const one = (own: object, memory: readonly Act[] = [], members = {}) =>
  verdicts(
    judgeAll(
      guards(own),
      [world([entity('1', members)], figures({ '1': { spend: 20, results: 2 } }))],
      {
        memory: { '1': { acts: memory } },
      },
    ),
  )['1'];

describe('an entity that matches is left alone', () => {
  test('while it cools down, when it is too young, when too little was spent, when somebody changed it', () => {
    expect(one({ cooldownHours: 2 }, [act()])).toBe('skipped: cooldown');
    expect(one({ cooldownHours: 1 }, [act()])).toBe('acts');
    expect(one({ cooldownHours: 2 }, [act({ type: 'budget' })])).toBe('acts');
    expect(one({ minAgeHours: 24 }, [], { createdAt: NOW - 23 * HOUR })).toBe('skipped: tooYoung');
    expect(one({ minSpend: 21 })).toBe('skipped: minSpend');
    expect(one({ minSample: [{ metric: 'results', window: 'week', atLeast: 3 }] })).toBe(
      'skipped: minSample',
    );
    expect(one({ skipChangedWithinHours: 24 }, [], { changedAt: NOW - 23 * HOUR })).toBe(
      'skipped: recentlyChanged',
    );
    expect(one({ maxChangesPerEntityPerDay: 1 }, [act()])).toBe('skipped: changesPerDay');
    expect(one({ skipLearning: true }, [], { isLearning: true })).toBe('skipped: learning');
    expect(one({ skipLearning: true }, [], { isLearning: false })).toBe('acts');
    expect(one({ skipLearning: false }, [], { isLearning: true })).toBe('acts');
  });

  test('where a rule of at least this priority has it, which is named; a weaker one gives way', () => {
    const other = (priority: number) => [
      act({ ruleId: 'rule_2', ruleName: 'The other', priority }),
    ];
    const judgement = judgeAll(guards({}), [world([entity('1')], figures({}))], {
      memory: { '1': { acts: other(500) } },
    });
    expect(judgement.results[0]).toMatchObject({
      verdict: 'skipped',
      guard: 'conflict',
      conflictWith: 'The other',
    });
    expect(one({}, other(400))).toBe('acts');
    expect(one({}, [act({ ruleId: 'rule_2', priority: 1, open: true })])).toBe('skipped: conflict');
  });

  test('where rules have changed it back and forth', () => {
    const back = [...'dudu'].map((each, i) =>
      act({ at: NOW - (10 - i) * HOUR, direction: each === 'd' ? 'down' : 'up', cooldownMs: 0 }),
    );
    expect(one({ flapping: { reversals: 3 } }, back)).toBe('skipped: flapping');
    expect(one({ flapping: { reversals: 3, inHours: 8 } }, back)).toBe('acts');
  });

  test('where it is among the last that are on, and where a run has changed as many as it may', () => {
    const four = ['1', '2', '3', '4'].map((id) => entity(id));
    expect(
      verdicts(judgeAll(guards({ keepActiveAtLeast: 2 }), [world(four, figures({}))])),
    ).toEqual({
      '1': 'acts',
      '2': 'acts',
      '3': 'skipped: lastActive',
      '4': 'skipped: lastActive',
    });
    expect(
      verdicts(judgeAll(guards({ maxEntitiesPerRun: 1 }), [world(four, figures({}))]))['2'],
    ).toBe('skipped: entityCap');
    expect(
      judgeAll(guards({ maxSharePerRunPercent: 50 }), [world(four, figures({}))]).isShareTooLarge,
    ).toBe(true);
    expect(
      judgeAll(guards({ maxSharePerRunPercent: 50, maxEntitiesPerRun: 2 }), [
        world(four, figures({})),
      ]).isShareTooLarge,
    ).toBe(false);
  });

  test('which is switched on again only where this rule paused it and nobody touched it since', () => {
    const resume = (memory: readonly Act[], members = {}, pausedBy = 'thisRule') =>
      verdicts(
        judgeAll(
          { when: always, actions: [{ type: 'resume', pausedBy }], guards: { ...free } },
          [world([entity('1', { status: 'PAUSED', ...members })], figures({}))],
          {
            memory: { '1': { acts: memory } },
          },
        ),
      )['1'];
    expect(resume([])).toBe('skipped: pausedByOther');
    expect(resume([act()])).toBe('acts');
    expect(resume([act({ ruleId: 'rule_2', cooldownMs: 0 })])).toBe('skipped: pausedByOther');
    expect(resume([act({ ruleId: 'rule_2', cooldownMs: 0 })], {}, 'anyRule')).toBe('acts');
    expect(resume([act()], { changedAt: NOW - 30 * 60_000 })).toBe('skipped: pausedByOther');
    expect(resume([], {}, 'anyone')).toBe('acts');
    // What is switched off does not learn.
    expect(resume([act()], { isLearning: true })).toBe('acts');
  });
});

describe('a budget', () => {
  const change = (own: object, action: object, budget = 50, more: object = {}) =>
    judgeAll(
      { when: always, actions: [{ type: 'budget', ...action }], guards: { ...free, ...own } },
      [
        world(
          [
            entity('1', {
              budget: {
                type: 'adset',
                id: '1',
                name: 'Set 1',
                status: 'ACTIVE',
                dailyBudget: budget,
                ...more,
              },
            }),
          ],
          figures({ '1': { spend: 300, results: 20, conversionValue: 900 } }),
          { minDailyBudget: 5 },
        ),
      ],
    ).results[0];

  test('becomes an absolute amount in the unit of its currency, within its bounds', () => {
    expect(change({}, { change: { percent: 15 } }, 33.33)?.actions[0]).toMatchObject({
      before: 33.33,
      wanted: 38.33,
    });
    expect(change({}, { change: { percent: 15 }, ceiling: 55 })?.actions[0]).toMatchObject({
      wanted: 55,
      clampedBy: 'ceiling',
    });
    expect(change({}, { change: { percent: -90 } }, 20)?.actions[0]).toMatchObject({ wanted: 5 });
    expect(change({}, { change: { amount: -10 }, floor: 45 })?.actions[0]).toMatchObject({
      wanted: 45,
      clampedBy: 'floor',
    });
    expect(
      change({ maxBudgetRisePercentPerDay: 30 }, { change: { percent: 20 } }, 60, {
        firstToday: 50,
      })?.actions[0],
    ).toMatchObject({ wanted: 65 });
    expect(
      change({ maxBudgetRisePercentPerDay: 30 }, { change: { percent: 20 } }, 65, {
        firstToday: 50,
      }),
    ).toMatchObject({
      guard: 'budgetCap',
    });
    expect(change({ maxTotalDailyBudget: 52 }, { change: { percent: 15 } })).toMatchObject({
      guard: 'budgetCap',
    });
    expect(
      change({}, { change: { towards: { metric: 'roas', window: 'week', target: 2 } } })
        ?.actions[0],
    ).toMatchObject({
      wanted: 60,
    });
    expect(change({}, { change: { percent: 0.001 } })).toMatchObject({ guard: 'noChange' });
  });

  test('of a campaign that several ad sets share is changed once', () => {
    const shared = {
      type: 'campaign' as const,
      id: 'c1',
      name: 'Campaign',
      status: 'ACTIVE' as const,
      dailyBudget: 100,
    };
    const judgement = judgeAll(
      { when: always, actions: [{ type: 'budget', change: { percent: 10 } }] },
      [world([entity('1', { budget: shared }), entity('2', { budget: shared })], figures({}))],
    );
    expect(judgement.results.map(({ actions, guard }) => actions[0]?.target.id ?? guard)).toEqual([
      'c1',
      'noChange',
    ]);
  });
});

test('ranks take the best or the worst within their group, equals by id, those without a value last or not at all', () => {
  const entities = ['b', 'a', 'c', 'd', 'x'].map((id) =>
    entity(id, id === 'x' ? { parentId: 'c2' } : {}),
  );
  const table = figures({
    a: { spend: 10 },
    b: { spend: 10 },
    c: { spend: 30 },
    d: { spend: 5 },
    x: { spend: 1 },
  });
  const ranked = (rank: object) =>
    verdicts(
      judgeAll({ when: always, rank: { by: { metric: 'spend', window: 'week' }, ...rank } }, [
        world(entities, table),
      ]),
    );
  const taken = (of: { [id: string]: string }) =>
    Object.keys(of)
      .filter((id) => of[id] === 'acts')
      .sort();
  expect(taken(ranked({ take: { count: 2 } }))).toEqual(['a', 'c']);
  expect(taken(ranked({ take: { count: 2 }, order: 'lowest' }))).toEqual(['a', 'd']);
  expect(taken(ranked({ take: { percent: 49 } }))).toEqual(['c']);
  expect(taken(ranked({ take: { count: 1 }, within: 'scope', order: 'lowest' }))).toEqual(['x']);
  expect(taken(ranked({ take: { count: 9 }, minMembers: 5 }))).toEqual([]);
});

test('an explanation is one sentence with the figures and the days', () => {
  const money = { currency: 'EUR', decimals: 2 };
  const said = (sums: object, members: object = {}) => {
    const [result] = judgeAll(members, [world([entity('1')], figures({ '1': sums }))]).results;
    return result && explain(result, money, 'would');
  };
  expect(said({ spend: 1412.5, results: 10 })).toBe(
    'Would be paused: cost per result 141.25 EUR (1,412.50 EUR for 10 results) from 2026-11-08 to 2026-11-14 is above 30.00 EUR.',
  );
  expect(said({ spend: 100, results: 10 })).toBe(
    'Left alone: cost per result 10.00 EUR (100.00 EUR for 10 results) from 2026-11-08 to 2026-11-14 is not above 30.00 EUR.',
  );
  expect(said({ spend: 100, results: 0 })).toBe(
    'Would be paused: cost per result without one (100.00 EUR for 0 results) from 2026-11-08 to 2026-11-14 is above 30.00 EUR.',
  );
  expect(said({ spend: 0, results: 0 })).toBe(
    'Not judged: cost per result (0.00 EUR for 0 results) from 2026-11-08 to 2026-11-14 is not known: none came of it yet.',
  );
  const reached = { of: () => ({ sums: { spend: 100, results: 10 }, resultType: 'reach' }) };
  const [people] = judgeAll({}, [world([entity('1')], reached)]).results;
  expect(people && explain(people, money, 'would')).toContain(
    'is not known: its results are people reached, which rules do not judge.',
  );
  expect(said({ spend: 100, results: 1 }, { guards: { ...free, minSpend: 500 } })).toBe(
    'Left alone although cost per result 100.00 EUR (100.00 EUR for 1 result) from 2026-11-08 to 2026-11-14 is above 30.00 EUR: it spent 100 from 2026-11-08 to 2026-11-14, at least 500 is wanted.',
  );
});
