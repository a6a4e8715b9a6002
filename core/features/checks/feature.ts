import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { feature } from '../../operations/feature.ts';
import { inTurns } from '../../records/steps.ts';
import { evidenceWarnings, sameNameWarnings } from './evidence.ts';

export async function checkByEvidence(
  { turns }: PlanPorts,
  _companyId: string,
  launch: PlannedLaunch,
): Promise<Addition> {
  return {
    warnings: [
      ...(await inTurns(turns, evidenceWarnings(launch))),
      ...sameNameWarnings(launch.plan),
    ],
  };
}

export const checks = feature({ name: 'checks', operations: [], planned: checkByEvidence });
