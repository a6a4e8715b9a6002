import { client, problemOf } from '../../base/api.ts';
import type { Entity, Level } from './data.ts';

export interface Outcome {
  readonly row: Entity;
  /** Present where the change was made. */
  readonly now?: Entity;
  readonly text?: string;
}

export interface Step {
  readonly operation: string;
  readonly input: { readonly [field: string]: unknown };
  readonly rows: readonly Entity[];
  run(): Promise<readonly Outcome[]>;
}

const MOST_IDS = 50;

const refusal = (rows: readonly Entity[], error: unknown): readonly Outcome[] => {
  const problem = problemOf(error);
  return rows.map((row) => ({ row, text: problem.details[0]?.message ?? problem.message }));
};

/** Every row of the step gets the refusal. */
const step = (
  operation: string,
  input: Step['input'],
  rows: readonly Entity[],
  work: () => Promise<readonly Outcome[]>,
): Step => ({ operation, input, rows, run: () => work().catch((error: unknown) => refusal(rows, error)) });

export type Status = 'ACTIVE' | 'PAUSED';

export function statusSteps(rows: readonly Entity[], newStatus: Status): readonly Step[] {
  const groups = new Map<string, Entity[]>();
  for (const row of rows) {
    const key = `${row.account.platform} ${row.account.id} ${row.level}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MOST_IDS) }, (_, i) => group.slice(i * MOST_IDS, (i + 1) * MOST_IDS)).map(
      (part) => statusStep(part, newStatus),
    ),
  );
}

function statusStep(rows: readonly Entity[], newStatus: Status): Step {
  const { account, level } = rows[0] as Entity;
  const input = { businessId: account.id, entityType: level, entityIds: rows.map(({ id }) => id), newStatus };
  return step('manage.updateStatus', input, rows, async () => {
    const { results } = await client.manage.updateStatus(input);
    const byId = new Map(results.map((each) => [each.entityId, each]));
    return rows.map((row) => {
      const result = byId.get(row.id);
      if (result?.success !== true) return { row, text: result?.error ?? 'The platform did not say what became of it.' };
      const status = result.status ?? newStatus;
      return { row, now: { ...row, status, effectiveStatus: status } };
    });
  });
}

type BudgetKind = 'dailyBudget' | 'lifetimeBudget';

export const budgetKind = (row: Entity): BudgetKind | undefined =>
  typeof row.dailyBudget === 'number' ? 'dailyBudget' : typeof row.lifetimeBudget === 'number' ? 'lifetimeBudget' : undefined;

export function budgetSteps(rows: readonly Entity[], amountOf: (row: Entity) => number): readonly Step[] {
  return rows.flatMap((row) => {
    const kind = budgetKind(row);
    if (kind === undefined || row.level === 'ad') return [];
    // The person's answer confirms a steep rise. The limits of the company still hold.
    const input = { businessId: row.account.id, entityType: row.level, entityId: row.id, [kind]: amountOf(row), confirm: true };
    return step('manage.updateBudget', input, [row], async () => {
      const { dailyBudget, lifetimeBudget } = await client.manage.updateBudget(input);
      return [{ row, now: { ...row, dailyBudget, lifetimeBudget } }];
    });
  });
}

export const renameStep = (row: Entity, name: string): Step => {
  const input = { businessId: row.account.id, entityType: row.level, entityId: row.id, name };
  return step('manage.rename', input, [row], async () => {
    const answer = await client.manage.rename(input);
    return [{ row, now: { ...row, name: answer.name } }];
  });
};

const COPIED: { readonly [L in Level]: string } = {
  campaign: 'manage.duplicateCampaign',
  adset: 'manage.duplicateAdSet',
  ad: 'manage.duplicateAd',
};

export const copySteps = (rows: readonly Entity[], copyCount: number, initialStatus: Status): readonly Step[] =>
  rows.map((row) => {
    const shared = { accountId: row.account.id, copyCount, initialStatus };
    const input = { [`${row.level}Id`]: row.id, ...shared };
    return step(COPIED[row.level], input, [row], async () => {
      const { successCount, failCount, pendingCount = 0, results } = await copy(row, shared);
      const why = results.find(({ error }) => error !== undefined)?.error;
      if (successCount + pendingCount === 0) return [{ row, text: why ?? 'No copy was made.' }];
      const told = [
        `${successCount} of ${copyCount} made`,
        ...(pendingCount > 0 ? [`${pendingCount} still being made`] : []),
        ...(failCount > 0 && why !== undefined ? [why] : []),
      ];
      return [{ row, now: row, text: told.join(', ') }];
    });
  });

function copy(
  { level, id }: Entity,
  shared: { readonly accountId: string; readonly copyCount: number; readonly initialStatus: Status },
) {
  if (level === 'campaign') return client.manage.duplicateCampaign({ campaignId: id, ...shared });
  return level === 'adset'
    ? client.manage.duplicateAdSet({ adsetId: id, ...shared })
    : client.manage.duplicateAd({ adId: id, ...shared });
}
