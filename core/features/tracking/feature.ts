import type { Addition, PlannedLaunch, PlanPorts } from '../../launch/hooks.ts';
import { campaignTrackingKind, readSchemes, readTracking, schemeWrites } from '../../launch/scheme.ts';
import { feature } from '../../operations/feature.ts';
import { inTurns } from '../../records/steps.ts';
import { trackingWarnings } from './warnings.ts';

/** Warns of links and tags that would track ads wrongly, and remembers how the ads of each campaign are tracked. */
export async function checkTracking(ports: PlanPorts, companyId: string, launch: PlannedLaunch): Promise<Addition> {
  const read = await readSchemes(ports.store, companyId, launch.ads, launch.adSets);
  return {
    warnings: await inTurns(ports.turns, trackingWarnings(launch, read)),
    documents: [...read.keys()],
    async commit({ store }, { isAsPlanned }) {
      const known = isAsPlanned ? read : await readTracking(store, companyId, read.keys());
      return { writes: schemeWrites(companyId, launch.plan, known) };
    },
  };
}

/** How ads are tracked. */
export const tracking = feature({
  name: 'tracking',
  operations: [],
  kinds: [campaignTrackingKind],
  planned: checkTracking,
});
