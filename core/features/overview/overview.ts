import type { Caller } from '../../access/caller.ts';
import { listConnections } from '../../accounts/connect.ts';
import { listBatches } from '../../launch/show/status.ts';
import type { Feature } from '../../operations/feature.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Overview } from './schema.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;
/** Of each list: the rest is on its own page. */
const MOST = 20;

/** What a company has to look at, out of the store alone: no platform is asked. */
export async function overview(
  ports: ServicePorts,
  features: readonly Feature[],
  caller: Caller,
  { since }: { readonly since?: string | undefined },
): Promise<Overview> {
  const { companyId, scopes } = caller;
  const window = { offset: 0, limit: MOST };
  const now = ports.clock.now();
  const from = Math.max(now - WEEK, since === undefined ? now - DAY : Date.parse(since));
  const [batches, connections, parts] = await Promise.all([
    listBatches(ports, companyId, { status: 'in_progress' }, window),
    scopes.includes('admin') ? listConnections(ports, companyId) : [],
    Promise.all(features.map(({ overview: part }) => part?.(ports, companyId, { from, most: MOST }))),
  ]);
  return {
    success: true,
    running: batches.items.map(({ adBatchId, name, totalAds, successfulAds, failedCount, createdAt }) => {
      return { adBatchId, name, totalAds, successfulAds, failedAds: failedCount, createdAt };
    }),
    connections: connections.filter(({ state }) => state !== 'ok'),
    // What features say is held against the schema of the answer by its tests.
    ...(Object.assign({}, ...parts) as Pick<Overview, 'approvals' | 'rules'>),
  };
}
