import type { Caller } from '../../access/caller.ts';
import { listConnections } from '../../accounts/connect.ts';
import { listBatches } from '../../launch/show/status.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { eachOf } from '../../records/list.ts';
import { listApprovals } from '../approvals/approvals.ts';
import { type ExecutionRecord, executionKind } from '../automations/records.ts';
import type { Overview } from './schema.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;
/** Of each list: the rest is on its own page. */
const MOST = 20;

/** What a company has to look at, out of the store alone: no platform is asked. */
export async function overview(
  ports: ServicePorts,
  caller: Caller,
  { since }: { readonly since?: string | undefined },
): Promise<Overview> {
  const { companyId, scopes } = caller;
  const window = { offset: 0, limit: MOST };
  const now = ports.clock.now();
  const from = Math.max(now - WEEK, since === undefined ? now - DAY : Date.parse(since));
  const [batches, plans, connections, rules] = await Promise.all([
    listBatches(ports, companyId, { status: 'in_progress' }, window),
    listApprovals(ports, companyId, { status: 'awaiting_approval' }, window),
    scopes.includes('admin') ? listConnections(ports, companyId) : [],
    runsSince(ports, companyId, from),
  ]);
  return {
    success: true,
    running: batches.items.map(({ adBatchId, name, totalAds, successfulAds, failedCount, createdAt }) => {
      return { adBatchId, name, totalAds, successfulAds, failedAds: failedCount, createdAt };
    }),
    approvals: {
      waiting: plans.total,
      plans: plans.items.map(({ digest, summary, expiresAt }) => ({ digest, summary: summary[0] ?? digest, expiresAt })),
    },
    connections: connections.filter(({ state }) => state !== 'ok'),
    rules: { since: new Date(from).toISOString(), ...rules },
  };
}

/** Whether a run changed something, wanted to and could not, or waits for a person. */
const isTold = ({ mode, status, counts }: ExecutionRecord): boolean =>
  mode !== 'dryRun' &&
  mode !== 'simulate' &&
  (counts.acted > 0 || counts.failed > 0 || status === 'awaitingApproval' || status === 'failed');

async function runsSince(
  ports: ServicePorts,
  companyId: string,
  from: number,
): Promise<Pick<Overview['rules'], 'runs' | 'acted'>> {
  const runs: Overview['rules']['runs'] = [];
  let acted = 0;
  const query = { where: { createdAt: { from } }, order: { by: 'createdAt', direction: 'desc' } } as const;
  await eachOf(
    ports.store,
    executionKind,
    companyId,
    query,
    ({ doc }) => {
      if (!isTold(doc)) return;
      const { executionId, ruleId, ruleName, status, startedAt, counts } = doc;
      acted += counts.acted;
      if (runs.length < MOST)
        runs.push({ executionId, ruleId, ruleName, status, at: startedAt, acted: counts.acted, failed: counts.failed });
    },
    ports.turns,
  );
  return { runs, acted };
}
