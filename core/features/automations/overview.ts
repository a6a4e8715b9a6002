import type { ServicePorts } from '../../operations/ports.ts';
import { eachOf } from '../../records/list.ts';
import { type ExecutionRecord, executionKind } from './records.ts';

const isTold = ({ mode, status, counts }: ExecutionRecord): boolean =>
  mode !== 'dryRun' &&
  mode !== 'simulate' &&
  (counts.acted > 0 || counts.failed > 0 || status === 'awaitingApproval' || status === 'failed');

export async function runsInOverview(
  ports: ServicePorts,
  companyId: string,
  { from, most }: { readonly from: number; readonly most: number },
) {
  const runs: object[] = [];
  let acted = 0;
  const query = {
    where: { createdAt: { from } },
    order: { by: 'createdAt', direction: 'desc' },
  } as const;
  await eachOf(ports.store, executionKind, {
    companyId,
    query,
    see: ({ doc }) => {
      if (!isTold(doc)) return;
      const { executionId, ruleId, ruleName, status, startedAt, counts } = doc;
      acted += counts.acted;
      if (runs.length < most)
        runs.push({
          executionId,
          ruleId,
          ruleName,
          status,
          at: startedAt,
          acted: counts.acted,
          failed: counts.failed,
        });
    },
    turns: ports.turns,
  });
  return { rules: { since: new Date(from).toISOString(), runs, acted } };
}
