import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ruleFields } from '../../../../../core/features/automations/fields.ts';
import { ruleBody } from '../../../../../core/features/automations/schema/rule.ts';
import {
  columnPositions,
  ruleColumns,
} from '../../../../../core/features/automations/sheet/columns.ts';
import {
  type RowCells,
  readRuleRow,
} from '../../../../../core/features/automations/sheet/read-row.ts';
import { faultOf, whyCell } from '../../../../../core/features/automations/sheet/verdict.ts';
import { ruleSentence } from '../../../../../core/features/automations/words/sentence.ts';

const words = ruleFields();
const plain: RowCells = {
  name: 'Too dear',
  accounts: 'act_1',
  level: 'Ad set',
  when: 'cost per result of the last 7 days > 30',
  actions: 'pause',
  schedule: '08:00',
  minSpend: '90',
};
const row = (cells: RowCells = {}) => readRuleRow({ ...plain, ...cells }, words);
const rule = (cells: RowCells = {}) => {
  const { rule: read, faults } = row(cells);
  expect(faults).toEqual([]);
  return v.parse(ruleBody, read);
};
const faults = (cells: RowCells) =>
  row(cells).faults.map(({ column, message }) => `${column}: ${message}`);

describe('a row', () => {
  test('is a rule, and reads as the sentence it means', () => {
    expect(ruleSentence(rule())).toBe(
      'At 08:00: pause each active ad set of act_1, where cost per result of the last 7 days is above 30 (spend without results counts as above), from a spend of 90 on.',
    );
    expect(
      rule({
        accounts: 'Shop, EUR (act_1), Other (act_2)',
        priority: '700',
        keepActive: '1',
        settleDays: '2',
      }),
    ).toMatchObject({
      scope: { level: 'adset', accountIds: ['act_1', 'act_2'] },
      priority: 700,
      guards: { minSpend: 90, keepActiveAtLeast: 1, settleDays: 2 },
    });
  });

  test('begins with a template, of which what it says itself counts more', () => {
    const [name, accounts] = ['Too dear', 'act_1'];
    const { rule: read, faults: none } = readRuleRow(
      { name, accounts, template: 'Stop losers', values: 'targetCost 42' },
      words,
    );
    expect(none).toEqual([]);
    const parsed = v.parse(ruleBody, read);
    expect(parsed).toMatchObject({
      name: 'Too dear',
      params: { targetCost: { value: 42, unit: 'money' } },
      actions: [{ type: 'pause' }, { type: 'notify' }],
      schedule: { at: ['08:00'] },
    });
    const changed = readRuleRow(
      { name, accounts, template: 'stop-losers', when: 'spend yesterday > 2 * targetCost' },
      words,
    );
    expect(v.parse(ruleBody, changed.rule).when).toEqual({
      left: { metric: 'spend', window: 'yesterday' },
      is: '>',
      right: { fn: '*', args: [2, { param: 'targetCost' }] },
    });
  });

  test('says everything else as JSON', () => {
    expect(
      rule({ more: '{"guards":{"cooldownHours":48},"schedule":{"timezone":"Asia/Tokyo"}}' }),
    ).toMatchObject({
      guards: { cooldownHours: 48, minSpend: 90 },
      schedule: { at: ['08:00'], timezone: 'Asia/Tokyo' },
    });
  });

  test('that lacks something says so in the words of the sheet, all at once', () => {
    expect(readRuleRow({}, words).faults.map(({ column }) => column)).toEqual([
      'name',
      'accounts',
      'level',
      'when',
      'actions',
      'schedule',
    ]);
    expect(
      faults({
        state: 'Perhaps',
        level: 'Shop',
        priority: 'high',
        template: 'Best',
        more: '[1]',
        values: '30',
      }),
    ).toEqual([
      expect.stringMatching(/^template: There is no template “Best”\. There are: Stop losers, /),
      'values: Write names and numbers: targetCost 30; least 10.',
      'level: The level is one of Campaign, Ad set, Ad, Ad account.',
      'more: This is no JSON object. Write such as {"guards":{"cooldownHours":48}}.',
      'state: The state is one of Off, Simulate, Ask first, Act.',
      'priority: Give a whole number.',
    ]);
  });
});

describe('a condition', () => {
  const when = (text: string) => rule({ when: text }).when;
  test.each([
    ['spend today >= 10', { left: { metric: 'spend', window: 'today' }, is: '>=', right: 10 }],
    ['Daily budget is at most 12,5', { left: { attr: 'dailyBudget' }, is: '<=', right: 12.5 }],
    ['not rejected', { not: { event: 'rejected' } }],
    ['name contains "sale"', { attr: 'name', op: 'contains', value: 'sale' }],
    ['local hour in 22, 23', { attr: 'localHour', op: 'in', value: [22, 23] }],
    [
      'ctr of the last 14 days with today is between 1 and 2',
      { left: { metric: 'ctr', window: 'last14today' }, is: 'between', right: [1, 2] },
    ],
    [
      'cost per result of the last 7 days is provably above 36',
      { provably: 'above', metric: 'costPerResult', than: 36, window: 'last7' },
    ],
    [
      'roas of the last 7 days < 0.8 * roas of the last 7 days 7 days earlier',
      {
        left: { metric: 'roas', window: 'last7' },
        is: '<',
        right: { fn: '*', args: [0.8, { metric: 'roas', window: 'last7_7_earlier' }] },
      },
    ],
    [
      'cpc of the campaign of the last 3 days > (1 + 2) / 4 on 3 days in a row',
      {
        left: { metric: 'cpc', window: 'last3', of: 'campaign' },
        is: '>',
        consecutive: 3,
        right: { fn: '/', args: [{ fn: '+', args: [1, 2] }, 4] },
      },
    ],
    [
      'rejected or (spend > 5 and not name is "Keep")',
      {
        any: [
          { event: 'rejected' },
          {
            all: [
              { left: { metric: 'spend' }, is: '>', right: 5 },
              { not: { attr: 'name', op: 'is', value: 'Keep' } },
            ],
          },
        ],
      },
    ],
  ])('%s', (text, wanted) => {
    expect(when(text)).toEqual(wanted);
  });

  test('compares the same days a week apart by windows that the rule names', () => {
    expect(
      rule({ when: 'spend of the last 7 days > spend of the last 7 days 7 days earlier' }).windows,
    ).toEqual({
      last7: { days: 7, endOffsetDays: 1 },
      last7_7_earlier: { sameAs: 'last7', shiftDays: 7 },
    });
  });

  test.each([
    [
      'happiness > 3',
      /^when: “happiness > 3” begins with no number, metric or attribute\. Such are: spend, /,
    ],
    ['spend', /^when: A comparison is missing/],
    ['spend >', /^when: A number is missing at the end/],
    ['spend > 3 clicks > 2', /^when: “clicks > 2” was not expected here/],
    ['(spend > 3', /^when: A bracket is not closed/],
    [
      'spend > 1,000',
      /^when: “1,000” can be read as 1000 or as 1\.000\. Write it without a sign for thousands/,
    ],
    ['name contains "sale', /^when: The quotation mark before sale is not closed/],
    ['spend of the last week > 3', /^when: Say how many days: last 7 days/],
    ['spend is provably above 3', /^when: Provably above or below can be cost per result/],
  ])('%s is told what to write instead', (text, message) => {
    expect(faults({ when: text })).toEqual([expect.stringMatching(message)]);
  });
});

describe('other cells', () => {
  test('say what is done', () => {
    const actions = (text: string) => rule({ actions: text }).actions;
    expect(actions('raise budget by 15 %, at most 500; notify: "Look: {{entity.name}}"')).toEqual([
      { type: 'budget', of: 'owner', change: { percent: 15 }, ceiling: 500 },
      { type: 'notify', text: 'Look: {{entity.name}}' },
    ]);
    expect(actions('lower the budget by 10, at least 20')).toEqual([
      { type: 'budget', of: 'owner', change: { amount: -10 }, floor: 20 },
    ]);
    expect(actions('set budget to 0.5 * daily budget')).toMatchObject([
      { change: { set: { fn: '*', args: [0.5, { attr: 'dailyBudget' }] } } },
    ]);
    expect(actions('resume what rules paused')).toEqual([{ type: 'resume', pausedBy: 'anyRule' }]);
    expect(faults({ actions: 'delete' })).toEqual([
      expect.stringMatching(/^actions: “delete” is no action\. Write pause, /),
    ]);
  });

  test('say when it runs and which of those that match are meant', () => {
    const schedule = (text: string) => rule({ schedule: text }).schedule;
    expect(schedule('8:00, 18:30 on mon-wed, sunday')).toMatchObject({
      at: ['08:00', '18:30'],
      days: ['mon', 'tue', 'wed', 'sun'],
    });
    expect(schedule('every 2 hours between 06:00 and 22:00')).toMatchObject({
      everyMinutes: 120,
      between: ['06:00', '22:00'],
    });
    expect(schedule('every hour on sat-mon')).toMatchObject({
      everyMinutes: 60,
      days: ['sat', 'sun', 'mon'],
    });
    expect(faults({ schedule: 'at noon' })).toEqual([
      expect.stringMatching(/^schedule: Write such as: 08:00/),
    ]);
    expect(
      rule({ rank: 'lowest 3 by spend of the last 7 days in the account' }).rank,
    ).toMatchObject({
      order: 'lowest',
      take: { count: 3 },
      within: 'account',
      by: { metric: 'spend', window: 'last7' },
    });
    expect(rule({ rank: 'highest 25 % by roas' }).rank).toMatchObject({
      take: { percent: 25 },
      within: 'parent',
    });
  });
});

test('columns are found wherever they stand, and faults of the service at the cell they are about', () => {
  const headers = ['Mine', ...ruleColumns.map(({ header }) => header.toUpperCase()).reverse()];
  const found = columnPositions(headers);
  expect([...found.keys()].sort()).toEqual(ruleColumns.map(({ key }) => key).sort());
  expect(found.get('name')).toBe(headers.length - 1);
  const at = (path: string) => faultOf({ path, message: '' }).column;
  expect(
    [
      'when.all[0].left.metric',
      'scope.accountIds[1]',
      'guards.minSpend',
      'guards.flapping',
      'whenever',
    ].map(at),
  ).toEqual(['when', 'accounts', 'minSpend', 'more', 'more']);
});

test('a cell of explanations tells first what would be changed', () => {
  const told = (name: string, verdict: string) => ({
    entity: { name },
    verdict,
    explanation: `${verdict}.`,
  });
  const many = Array.from({ length: 12 }, (_, i) =>
    told(`Set ${i}`, i === 11 ? 'wouldHaveActed' : 'notMatched'),
  );
  const lines = whyCell(many).split('\n');
  expect(lines[0]).toBe('Set 11: wouldHaveActed.');
  expect(lines.at(-1)).toBe('And 2 more.');
});
