import type * as v from 'valibot';
import { adAccountIdOf } from '../../accounts/account-key.ts';
import { tightest } from '../../guard/judge.ts';
import { inTurns, turnFor } from '../../records/steps.ts';
import type { launchPlan } from '../../schema/launch.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import { adSetKey, type Plan, type PlannedOperation } from '../plan/plan.ts';
import { adOf } from '../plan/resolve.ts';
import { priceLaunch } from './cost.ts';
import { withDayQuota } from './day-quota.ts';
import { askPlatforms, type Validation } from './platform-opinion.ts';
import { type PreparePorts, prepareLaunch } from './prepare.ts';
import { judgeActive, type LaunchSpending } from './spending.ts';

export type LaunchPlanAnswer = v.InferOutput<typeof launchPlan>;

/** What a launch would do and what it would cost. Nothing is created. */
export async function dryRun(
  ports: PreparePorts,
  companyId: string,
  body: unknown,
  options: { readonly validate?: Validation } = {},
): Promise<LaunchPlanAnswer> {
  const prepared = await prepareLaunch(ports, companyId, body);
  const { plan, digest, launchStatus, active } = prepared;
  const spending = await judgeActive(ports, companyId, active);
  const warnings = [...prepared.warnings, ...unknownSpending(spending)];
  await turnFor(ports.turns, plan.operations.length);
  const cost = await inTurns(ports.turns, priceLaunch(plan, ports.platforms));
  await turnFor(ports.turns, plan.operations.length);
  const quota = await withDayQuota(ports, companyId, plan, cost);
  return {
    success: true,
    digest,
    totalAds: plan.operations.filter(({ kind }) => kind === 'ad').length,
    launchStatus,
    operations: plan.operations.map((operation) => ({
      id: operation.id,
      kind: operation.kind,
      adIndex: operation.adIndex,
      ...(operation.adSetId === undefined ? {} : { adSetId: operation.adSetId }),
      dependsOn: [...operation.dependsOn],
      summary: summaryOf(plan, operation),
    })),
    cost: quota.cost,
    guards: tightest(spending.verdicts),
    moneyAtStake: [...spending.moneyAtStake],
    warnings: [...warnings, ...quota.warnings, ...(await askPlatforms(ports, companyId, plan, options.validate))],
  };
}

const unknownSpending = ({ unread }: LaunchSpending): Warning[] =>
  unread.map((account) => ({
    path: 'ads',
    code: 'spend_unknown',
    message: `What active ads would spend in ${adAccountIdOf(account)} is not known now: they will not be accepted before the platform answers.`,
  }));

function summaryOf(plan: Plan, operation: PlannedOperation): string {
  const ad = adOf(plan, operation);
  const filename = ad.media[operation.mediaIndex ?? 0]?.filename ?? '';
  switch (operation.kind) {
    case 'image':
      return `Upload ${filename || 'image'} to ${adAccountIdOf(operation.account)}`;
    case 'video':
      return `Upload ${filename || 'video'} to ${adAccountIdOf(operation.account)}`;
    case 'ready':
      return `Wait until ${filename || 'the video'} is processed`;
    case 'creative':
      return `Create the ${ad.type} creative of ad ${ad.index + 1}`;
    case 'ad': {
      const adSet = plan.adSets[adSetKey(operation.account, operation.adSetId ?? '')];
      return `Create ${ad.paused ? 'paused' : 'active'} ad “${operation.name}” in ${adSet?.name || operation.adSetId}`;
    }
  }
}
