import { client, problemOf } from '../../base/api.ts';
import type { Entity, Level } from './data.ts';

export interface Outcome {
  readonly row: Entity;
  /** Present where the change was made. */
  readonly now?: Entity;
  readonly text?: string;
  /** The platform gave no answer, so it may have happened. */
  readonly isUnknown?: boolean;
  /** Ids of copies. */
  readonly made?: readonly string[];
  /** What takes it back, in that order. */
  readonly undoIds?: readonly (string | undefined)[];
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
  // Without an answer, or where the platform gave none, it may have happened.
  const isUnknown = problem.status === 0 || problem.status >= 500;
  return rows.map((row) => ({
    row,
    isUnknown,
    text: problem.details[0]?.message ?? problem.message,
  }));
};

/** Every row of the step gets the refusal. */
const step = (
  operation: string,
  input: Step['input'],
  rows: readonly Entity[],
  work: () => Promise<readonly Outcome[]>,
): Step => ({
  operation,
  input,
  rows,
  run: () => work().catch((error: unknown) => refusal(rows, error)),
});

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
    Array.from({ length: Math.ceil(group.length / MOST_IDS) }, (_, i) =>
      group.slice(i * MOST_IDS, (i + 1) * MOST_IDS),
    ).map((part) => statusStep(part, newStatus)),
  );
}

function statusStep(rows: readonly Entity[], newStatus: Status): Step {
  const { account, level } = rows[0] as Entity;
  const input = {
    businessId: account.id,
    entityType: level,
    entityIds: rows.map(({ id }) => id),
    newStatus,
  };
  return step('manage.updateStatus', input, rows, async () => {
    const { results, updateId } = await client.manage.updateStatus(input);
    const byId = new Map(results.map((each) => [each.entityId, each]));
    return rows.map((row) => {
      const result = byId.get(row.id);
      if (result?.success !== true) {
        const isUnknown = (result?.outcome ?? 'unknown') === 'unknown';
        return {
          row,
          isUnknown,
          text: result?.error ?? 'The platform did not say what became of it.',
        };
      }
      const status = result.status ?? newStatus;
      return { row, now: { ...row, status, effectiveStatus: status }, undoIds: [updateId] };
    });
  });
}

type BudgetKind = 'dailyBudget' | 'lifetimeBudget';

export const budgetKind = (row: Entity): BudgetKind | undefined =>
  typeof row.dailyBudget === 'number'
    ? 'dailyBudget'
    : typeof row.lifetimeBudget === 'number'
      ? 'lifetimeBudget'
      : undefined;

export function budgetSteps(
  rows: readonly Entity[],
  amountOf: (row: Entity) => number,
): readonly Step[] {
  return rows.flatMap((row) => {
    const kind = budgetKind(row);
    if (kind === undefined || row.level === 'ad') return [];
    // The person's answer confirms a steep rise. The limits of the company still hold.
    const input = {
      businessId: row.account.id,
      entityType: row.level,
      entityId: row.id,
      [kind]: amountOf(row),
      confirm: true,
    };
    return step('manage.updateBudget', input, [row], async () => {
      const { dailyBudget, lifetimeBudget, updateId } = await client.manage.updateBudget(input);
      return [{ row, now: { ...row, dailyBudget, lifetimeBudget }, undoIds: [updateId] }];
    });
  });
}

export const renameStep = (row: Entity, name: string): Step => {
  const input = { businessId: row.account.id, entityType: row.level, entityId: row.id, name };
  return step('manage.rename', input, [row], async () => {
    const { name: called, updateId } = await client.manage.rename(input);
    return [{ row, now: { ...row, name: called }, undoIds: [updateId] }];
  });
};

const COPIED: { readonly [L in Level]: string } = {
  campaign: 'manage.duplicateCampaign',
  adset: 'manage.duplicateAdSet',
  ad: 'manage.duplicateAd',
};

export interface Copying {
  readonly copies: number;
  readonly status: Status;
  /** Empty: as the platform calls copies. */
  readonly name?: string;
  /** A campaign for ad sets, an ad set for ads. Absent: where the original is. */
  readonly into?: string;
  /** As people call that. */
  readonly intoName?: string;
  /**
   * The name of a campaign that is made first, for ad sets: set as the one of the original, and
   * empty.
   */
  readonly newCampaign?: string;
}

export function copySteps(rows: readonly Entity[], copying: Copying): readonly Step[] {
  const newCampaign = campaignOnce(rows, copying.newCampaign);
  return rows.map((row) => {
    const input = copyInput(row, copying);
    return step(COPIED[row.level], input, [row], async () => {
      const answer = await copy(row, newCampaign, input).catch((error: unknown) =>
        refusal([row], error),
      );
      if (isRefusal(answer)) return withCampaign(answer, newCampaign);
      const { successCount, failCount, pendingCount = 0, results, undoIds } = answer;
      const why = results.find(({ error }) => error !== undefined)?.error;
      if (successCount + pendingCount === 0)
        return withCampaign([{ row, text: why ?? 'No copy was made.' }], newCampaign);
      const told = [
        `${successCount} of ${copying.copies} made`,
        ...(pendingCount > 0 ? [`${pendingCount} still being made`] : []),
        ...(failCount > 0 && why !== undefined ? [why] : []),
        ...new Set(results.flatMap(({ warnings = [] }) => warnings)),
      ];
      return [
        {
          row,
          now: row,
          text: told.join(', '),
          made: results.flatMap((each) => newIdOf(each) ?? []),
          undoIds,
        },
      ];
    });
  });
}

const newIdOf = (made: object): string | undefined =>
  ['newCampaignId', 'newAdSetId', 'newAdId']
    .map((field) => Reflect.get(made, field) as string | undefined)
    .find(Boolean);

function copyInput(
  { level, id, account }: Entity,
  { copies, status, name = '', into }: Copying,
): Step['input'] {
  const shared = { accountId: account.id, copyCount: copies, initialStatus: status };
  if (level === 'ad')
    return {
      adId: id,
      ...shared,
      ...(into && { targetAdSetId: into }),
      ...(name !== '' && { copyValues: { adName: name } }),
    };
  const named = name !== '' && { newName: name };
  if (level === 'adset')
    return { adsetId: id, ...shared, ...(into && { targetCampaignId: into }), ...named };
  return { campaignId: id, ...shared, ...named };
}

/**
 * Made with the first copy that goes into it, for all of them: set as the campaign of the first
 * row.
 */
function campaignOnce([first]: readonly Entity[], newName: string | undefined) {
  if (newName === undefined || first?.parent === undefined) return undefined;
  const of = {
    campaignId: first.parent.id,
    accountId: first.account.id,
    copyCount: 1,
    deepCopy: false,
    newName,
  };
  let made: Promise<{ readonly id: string; readonly duplicateId: string }> | undefined;
  const make = async () => {
    const { results, duplicateId } = await client.manage.duplicateCampaign({
      ...of,
      initialStatus: 'PAUSED',
    });
    const [result] = results;
    if (result?.newCampaignId === undefined)
      throw new Error(result?.error ?? 'The campaign could not be made.');
    return { id: result.newCampaignId, duplicateId };
  };
  return () => {
    made ??= make();
    return made;
  };
}

const isRefusal = (answer: object): answer is readonly Outcome[] => Array.isArray(answer);

/** The campaign that was made for a copy is there without the copy too. */
async function withCampaign(
  refused: readonly Outcome[],
  newCampaign: ReturnType<typeof campaignOnce>,
): Promise<readonly Outcome[]> {
  const made = await newCampaign?.().catch(() => undefined);
  return made === undefined
    ? refused
    : refused.map((each) => ({ ...each, made: [made.id], undoIds: [made.duplicateId] }));
}

async function copy(
  row: Entity,
  newCampaign: ReturnType<typeof campaignOnce>,
  input: Step['input'],
) {
  const body = input as never;
  if (row.level === 'campaign') return withUndo(await client.manage.duplicateCampaign(body));
  if (row.level === 'ad') return withUndo(await client.manage.duplicateAd(body));
  if (newCampaign === undefined) return withUndo(await client.manage.duplicateAdSet(body));
  const { id, duplicateId } = await newCampaign();
  return withUndo(
    await client.manage.duplicateAdSet({ ...input, targetCampaignId: id } as never),
    duplicateId,
  );
}

/** The campaign goes after what was copied into it. */
const withUndo = <A extends { readonly duplicateId: string }>(
  answer: A,
  ...more: readonly string[]
) => ({
  ...answer,
  undoIds: [answer.duplicateId, ...more],
});
