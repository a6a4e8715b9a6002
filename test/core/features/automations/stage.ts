import * as v from 'valibot';
import { judgeRule } from '../../../../core/features/automations/judge/judge-rule.ts';
import type { Judgement } from '../../../../core/features/automations/judge/judgement.ts';
import {
  nothingRemembered,
  type Remembered,
} from '../../../../core/features/automations/judge/memory.ts';
import type {
  AccountWorld,
  Entity,
  FigureTable,
} from '../../../../core/features/automations/judge/world.ts';
import { ruleBody } from '../../../../core/features/automations/schema/rule.ts';
import type { Figures } from '../../../../core/report/derive.ts';
import { free } from './rule-fixture.ts';

/** Sunday, 2026-11-15 12:00 in Berlin. */
export const NOW = Date.parse('2026-11-15T11:00:00Z');

export const rule = (members: object = {}) =>
  v.parse(ruleBody, {
    name: 'A rule',
    windows: { week: { days: 7 } },
    scope: { level: 'adset', accountIds: ['act_1'] },
    when: { left: { metric: 'costPerResult', window: 'week' }, is: '>', right: 30 },
    actions: [{ type: 'pause' }],
    schedule: { at: ['08:00'] },
    guards: { ...free, minSpend: 0 },
    ...members,
  });

export const entity = (id: string, members: Partial<Entity> = {}): Entity => ({
  account: 'primary:act_1',
  platform: 'primary',
  level: 'adset',
  id,
  name: `Set ${id}`,
  status: 'ACTIVE',
  parentId: 'c1',
  campaignId: 'c1',
  campaignName: 'Campaign',
  createdAt: NOW - 400 * 3_600_000,
  budget: { type: 'adset', id, name: `Set ${id}`, status: 'ACTIVE', dailyBudget: 50 },
  ...members,
});

/**
 * The same sums over whatever days are asked for; an entity that is not named has none, and
 * `undefined` is not known.
 */
export const figures = (sums: {
  readonly [id: string]: Figures['sums'] | undefined;
}): FigureTable => ({
  of: (_level, id) =>
    id in sums ? sums[id] && { sums: sums[id], resultType: 'lead' } : { sums: {} },
});

export const world = (
  entities: readonly Entity[],
  table: FigureTable,
  members: Partial<AccountWorld> = {},
): AccountWorld => ({
  key: 'primary:act_1',
  id: 'act_1',
  platform: 'primary',
  currency: 'EUR',
  decimals: 2,
  timezone: 'Europe/Berlin',
  entities,
  figures: table,
  hasHistory: true,
  ...members,
});

export function judgeAll(
  members: object,
  worlds: readonly AccountWorld[],
  {
    now = NOW,
    memory = {},
  }: { readonly now?: number; readonly memory?: { readonly [id: string]: Remembered } } = {},
): Judgement {
  const run = {
    ruleId: 'rule_1',
    rule: rule(members),
    now,
    remembered: (_: string, id: string) => memory[id] ?? nothingRemembered,
  };
  return judgeRule(run, worlds);
}

/** The verdict of each entity, with the guard that held it back. */
export const verdicts = ({ results }: Judgement) =>
  Object.fromEntries(
    results.map(({ entity: { id }, verdict, guard }) => [
      id,
      guard === undefined ? verdict : `${verdict}: ${guard}`,
    ]),
  );
