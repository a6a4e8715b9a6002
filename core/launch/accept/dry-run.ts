import type * as v from 'valibot';
import { accessAccount } from '../../accounts/access.ts';
import { adAccountIdOf } from '../../accounts/account-key.ts';
import { explained } from '../../errors.ts';
import { tightest } from '../../guard/judge.ts';
import type { LaunchOperation, Outcome } from '../../ports/platform-launch.ts';
import { inTurns, turnFor } from '../../records/steps.ts';
import type { launchPlan } from '../../schema/launch.ts';
import type { Warning } from '../../schema/unknown-fields.ts';
import { adSetKey, type Plan, type PlannedOperation } from '../plan/plan.ts';
import { adOf, resolveOperation } from '../plan/resolve.ts';
import { operationsByAccount } from '../run/schedule.ts';
import { priceLaunch } from './cost.ts';
import { type PreparedLaunch, type PreparePorts, prepareLaunch } from './prepare.ts';
import { judgeActive, type LaunchSpending } from './spending.ts';

export type LaunchPlanAnswer = v.InferOutput<typeof launchPlan>;

/** What a launch would do and what it would cost. Nothing is created. */
export async function dryRun(
  ports: PreparePorts,
  companyId: string,
  body: unknown,
  options: { readonly validate?: boolean } = {},
): Promise<LaunchPlanAnswer> {
  const prepared = await prepareLaunch(ports, companyId, body);
  const { plan, digest, launchStatus, active } = prepared;
  const spending = await judgeActive(ports, companyId, active);
  const warnings = [...prepared.warnings, ...unknownSpending(spending)];
  await turnFor(ports.turns, plan.operations.length);
  const cost = await inTurns(ports.turns, priceLaunch(plan, ports.platforms));
  await turnFor(ports.turns, plan.operations.length);
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
    cost,
    guards: tightest(spending.verdicts),
    moneyAtStake: [...spending.moneyAtStake],
    warnings: options.validate ? [...warnings, ...(await askPlatform(ports, companyId, prepared))] : [...warnings],
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

/**
 * The platform's own validate-only pass: every ad with its creative inside, as far as the account holds its
 * media or their addresses can stand in for them. What it refuses is told as warnings with its own words, and
 * so is what it cannot judge yet.
 */
async function askPlatform(ports: PreparePorts, companyId: string, { plan }: PreparedLaunch): Promise<Warning[]> {
  const told = new Map<string, Warning>();
  for (const [account, operations] of operationsByAccount(plan)) {
    const { platform, access } = await accessAccount(ports, companyId, account);
    const ads = operations.filter(({ kind }) => kind === 'ad');
    if (platform.launch?.validate === undefined) continue;
    const outcomes = await platform.launch.validate(
      access,
      ads.map((operation) => beforeLaunch(plan, operation)),
    );
    ads.forEach((operation, position) => {
      const { path } = adOf(plan, operation);
      for (const [code, message] of opinionOf(outcomes[position])) told.set(`${path} ${message}`, { path, code, message });
    });
  }
  return [...told.values()];
}

/** An ad as far as it can be built while nothing of it exists: with all of its media, or with none. */
function beforeLaunch(plan: Plan, { creative: _, ...operation }: PlannedOperation): LaunchOperation {
  const held = operation.assets?.every((source) => source.startsWith('known:')) ? operation.assets : [];
  return resolveOperation(plan, { ...operation, assets: held }, () => undefined, 'validate');
}

function opinionOf(outcome: Outcome | undefined): readonly (readonly [code: string, message: string])[] {
  if (outcome?.state === 'failed') return [['platform_refuses', explained(outcome.failure)]];
  if (outcome?.state === 'unknown') return [['platform_not_asked', explained(outcome.failure)]];
  return outcome?.state === 'done' ? (outcome.warnings ?? []).map((warning) => ['platform_not_asked', warning] as const) : [];
}
