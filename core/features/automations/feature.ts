import { neverSeen } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { bothOf, forgetExpired } from '../../records/expired.ts';
import { allOf } from '../../records/list.ts';
import { waitingListener } from './execute/plan.ts';
import { runExecution } from './execute/run.ts';
import { automationOperations } from './operations.ts';
import { runsInOverview } from './overview.ts';
import {
  automationSwitchKind,
  EXECUTION_QUEUE,
  executionKind,
  memoryKind,
  RULE_QUEUE,
  ruleKind,
} from './records.ts';
import { runRuleClock } from './timer.ts';
import { createFigureCache } from './world/figures.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;
/** More than any guard looks back at. */
const REMEMBERED_MS = 60 * DAY_MS;

export const automations = feature({
  name: 'automations',
  topics: {
    Automations:
      'Rules that watch figures and act: judge, explain, try on the past, carry out once, undo.',
  },
  events: { 'automation.executed': 'A rule has acted' },
  operations: automationOperations,
  kinds: [ruleKind, executionKind, memoryKind, automationSwitchKind],
  queues: {
    [RULE_QUEUE]: {
      lane: 'rules',
      handler:
        (ports) =>
        ({ companyId, subject }) =>
          runRuleClock(ports, companyId, subject),
    },
    [EXECUTION_QUEUE]: {
      lane: 'rules',
      handler: (ports) => {
        const figureCache = createFigureCache();
        return ({ companyId, subject }, work) =>
          runExecution({ ...ports, figureCache }, companyId, subject, work);
      },
    },
  },
  seen: [neverSeen(ruleKind), neverSeen(executionKind)],
  forget: async ({ store, clock }, companyId) =>
    bothOf(
      await forgetExpired(store, executionKind, companyId, {
        by: 'createdAt',
        before: clock.now() - KEPT_MS,
      }),
      await forgetExpired(store, memoryKind, companyId, {
        by: 'at',
        before: clock.now() - REMEMBERED_MS,
      }),
    ),
  listener: waitingListener,
  overview: runsInOverview,
  found: {
    rule: async ({ store }, companyId) =>
      (await allOf(store, ruleKind, companyId)).map(({ id, doc }) => ({ id, name: doc.rule.name })),
  },
});
