import { accountChangeKind } from '../../gate/changes.ts';
import { guardrailsKind } from '../../gate/records.ts';
import { budgetSeenKind, forgetSeenBudgets } from '../../gate/seen.ts';
import { forgetStarted, startedByKind } from '../../gate/started-by.ts';
import { accountTotalKind, companyTotalKind } from '../../gate/totals.ts';
import { feature, type Others } from '../../operations/feature.ts';
import { bothOf } from '../../records/expired.ts';
import { guardrailOperations } from './operations.ts';

/** Limits of spending. */
export const guardrails = feature({
  name: 'guardrails',
  isAboutAll: true,
  operations: ({ operations }: Others) => guardrailOperations(operations),
  kinds: [guardrailsKind, budgetSeenKind, startedByKind, accountChangeKind, accountTotalKind, companyTotalKind],
  forget: async (ports, companyId) => bothOf(await forgetSeenBudgets(ports, companyId), await forgetStarted(ports, companyId)),
});
