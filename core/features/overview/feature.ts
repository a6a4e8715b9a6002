import type { Caller } from '../../access/caller.ts';
import { listConnections } from '../../accounts/connect.ts';
import { success } from '../../base/schema/envelope.ts';
import { listBatches } from '../../launch/show/status.ts';
import { type Feature, feature, type Others } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { findingsOf } from '../../upkeep/findings.ts';
import { rejectedAds } from '../../upkeep/rejected-ads.ts';
import { rejectedAdsAnswer } from '../../upkeep/rejected-schema.ts';
import type { Overview } from './schema.ts';
import * as shapes from './schema.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;
const MOST = 20;

/** No platform is asked. */
export async function overviewOf(
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
    Promise.all(
      features.map(({ overview: part }) => part?.(ports, companyId, { from, most: MOST })),
    ),
  ]);
  return {
    success: true,
    running: batches.items.map(
      ({ adBatchId, name, totalAds, successfulAds, failedCount, createdAt }) => {
        return { adBatchId, name, totalAds, successfulAds, failedAds: failedCount, createdAt };
      },
    ),
    connections: connections.filter(({ state }) => state !== 'ok'),
    // Tests hold what features say against the schema of the answer.
    ...(Object.assign({}, ...parts) as Pick<Overview, 'approvals' | 'rules'>),
  };
}

const topic = 'Accounts';

const overviewOperations = (features: readonly Feature[]) =>
  [
    operation({
      name: 'overview.get',
      place: 'GET /v1/overview',
      topic,
      summary:
        'What there is to look at: running launches, plans that wait, connections that end, what rules did',
      description:
        'Out of what this service knows; no platform is asked. What accounts spent is at GET /v1/spend/daily.',
      scope: 'read',
      input: shapes.overviewQuery,
      output: shapes.overviewAnswer,
      run: (ports, caller, { input }) => overviewOf(ports, features, caller, input),
    }),
    operation({
      name: 'overview.rejectedAds',
      place: 'GET /v1/overview/rejected-ads',
      topic,
      summary: 'Ads that are on and that the review of their platform refused, in all ad accounts',
      description: 'The platforms are asked, each account at most once in a quarter of an hour.',
      scope: 'read',
      output: rejectedAdsAnswer,
      run: (ports, caller) => rejectedAds(ports, caller.companyId),
    }),
    operation({
      name: 'overview.checks',
      place: 'GET /v1/overview/checks',
      topic,
      summary: 'What `slipway doctor` says of this company, but for its connections',
      description:
        'Leads that are not read, a key of the research source that is refused. `fix` says what to do.',
      scope: 'admin',
      output: shapes.checkList,
      run: async (ports, caller) =>
        success({ data: [...(await findingsOf(ports, features, caller.companyId))] }),
    }),
  ] as const;

export const overview = feature({
  name: 'overview',
  operations: ({ features }: Others) => overviewOperations(features),
});
