import { neverSeen } from '../../accounts/workspace-view.ts';
import { feature } from '../../operations/feature.ts';
import { allOf } from '../../records/list.ts';
import { runExecution } from './execute/run.ts';
import { forgetRuns } from './forget.ts';
import { automationOperations } from './operations.ts';
import { runsInOverview } from './overview.ts';
import { automationSwitchKind, EXECUTION_QUEUE, executionKind, memoryKind, RULE_QUEUE, ruleKind } from './records.ts';
import { runRuleClock } from './timer.ts';
import { createFigureCache } from './world/figures.ts';

export const automations = feature({
  name: 'automations',
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
        return ({ companyId, subject }, work) => runExecution({ ...ports, figureCache }, companyId, subject, work);
      },
    },
  },
  seen: [neverSeen(ruleKind), neverSeen(executionKind)],
  forget: forgetRuns,
  overview: runsInOverview,
  found: {
    rule: async ({ store }, companyId) =>
      (await allOf(store, ruleKind, companyId)).map(({ id, doc }) => ({ id, name: doc.rule.name })),
  },
});
