import type * as v from 'valibot';
import { accessAccount } from '../accounts/access.ts';
import { explained } from '../errors.ts';
import type { launchPlan } from '../schema/launch.ts';
import type { Warning } from '../schema/unknown-fields.ts';
import { priceLaunch } from './cost.ts';
import type { Plan, PlannedOperation } from './plan.ts';
import { type PreparedLaunch, type PreparePorts, prepareLaunch } from './prepare.ts';
import { adOf, resolveOperation } from './resolve.ts';
import { operationsByAccount } from './schedule.ts';

export type LaunchPlanAnswer = v.InferOutput<typeof launchPlan>;

/** What a launch would do and what it would cost. Nothing is created. */
export async function dryRun(
  ports: PreparePorts,
  companyId: string,
  body: unknown,
  options: { readonly validate?: boolean } = {},
): Promise<LaunchPlanAnswer> {
  const prepared = await prepareLaunch(ports, companyId, body);
  const { plan, digest, launchStatus, warnings } = prepared;
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
    cost: priceLaunch(plan, ports.platforms),
    warnings: options.validate ? [...warnings, ...(await askPlatform(ports, companyId, prepared))] : [...warnings],
  };
}

function summaryOf(plan: Plan, operation: PlannedOperation): string {
  const ad = adOf(plan, operation);
  const filename = ad.media[operation.mediaIndex ?? 0]?.filename ?? '';
  switch (operation.kind) {
    case 'image':
      return `Upload ${filename || 'image'} to ${operation.adAccountId}`;
    case 'video':
      return `Upload ${filename || 'video'} to ${operation.adAccountId}`;
    case 'ready':
      return `Wait until ${filename || 'the video'} is processed`;
    case 'creative':
      return `Create the ${ad.type} creative of ad ${ad.index + 1}`;
    case 'ad': {
      const adSet = plan.adSets[`${operation.adAccountId} ${operation.adSetId}`];
      return `Create ${ad.paused ? 'paused' : 'active'} ad “${operation.name}” in ${adSet?.name || operation.adSetId}`;
    }
  }
}

/**
 * The platform's own validate-only pass over what it can judge before anything exists: creatives whose
 * media the account already holds. What it refuses is told as warnings with its own words.
 */
async function askPlatform(ports: PreparePorts, companyId: string, { plan }: PreparedLaunch): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const [adAccountId, operations] of operationsByAccount(plan)) {
    const { platform, access } = await accessAccount(ports, companyId, adAccountId);
    const judged = operations.filter(({ kind, dependsOn }) => kind === 'creative' && dependsOn.length === 0);
    if (platform.launch?.validate === undefined || judged.length === 0) continue;
    const outcomes = await platform.launch.validate(
      access,
      judged.map((operation) => resolveOperation(plan, operation, () => undefined, 'validate')),
    );
    outcomes.forEach((outcome, position) => {
      const operation = judged[position];
      if (operation === undefined || (outcome.state !== 'failed' && outcome.state !== 'unknown')) return;
      warnings.push({
        path: adOf(plan, operation).path,
        code: 'platform_refuses',
        message: explained(outcome.failure),
      });
    });
  }
  return warnings;
}
