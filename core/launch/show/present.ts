import type * as v from 'valibot';
import type { Platforms } from '../../accounts/find-account.ts';
import { type AccountKey, accountOfKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { explained } from '../../base/errors.ts';
import { failureOf } from '../../effects/state.ts';
import type { BatchRecord, RawStatus, States, UndoRecord, Wait } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adOf } from '../plan/resolve.ts';
import type { failedAdShape, launchedAdShape, waitingForShape } from '../schema.ts';
import { adSetIdOf, adSetRefOf } from '../structure/show.ts';
import { mayExist } from '../undo/state.ts';

export type LaunchedAd = v.InferOutput<typeof launchedAdShape>;
export type FailedAd = v.InferOutput<typeof failedAdShape>;

export function launchedAd(
  plan: Plan,
  operation: PlannedOperation,
  states: States,
  platforms: Platforms,
): LaunchedAd | undefined {
  const { account, name = '' } = operation;
  const result = states.get(operation.id)?.result;
  if (operation.kind !== 'ad' || result === undefined) return undefined;
  const { index, platform } = adOf(plan, operation);
  const adAccountId = adAccountIdOf(account);
  const creative =
    operation.creative === undefined ? undefined : states.get(operation.creative)?.result;
  const warnings = [...(creative?.warnings ?? []), ...(result.warnings ?? [])];
  return {
    index,
    adName: name,
    adAccountId,
    platform,
    adSetId: adSetIdOf(operation, states),
    ...adSetRefOf(operation),
    adId: result.ref,
    creativeId: creative?.ref ?? null,
    adsManagerUrl: platforms[platform]?.launch?.managerUrl({ adAccountId }, result.ref) ?? '',
    ...(warnings.length > 0 && { warnings }),
  };
}

export function failedAd(
  plan: Plan,
  operation: PlannedOperation,
  states: States,
): FailedAd | undefined {
  const failure = failureOf(states, operation.id);
  if (operation.kind !== 'ad' || failure === undefined) return undefined;
  const ad = adOf(plan, operation);
  const cause = causeOf(states, operation.id);
  return {
    index: ad.index,
    adName: operation.name ?? '',
    adAccountId: adAccountIdOf(operation.account),
    platform: ad.platform,
    ...(operation.adSetId !== undefined && {
      adSetId: adSetIdOf(operation, states),
      ...adSetRefOf(operation),
    }),
    stage: failure.stage,
    ...failure.failure,
    attempts: states.get(cause)?.attempts ?? 0,
    ...(mayExist(states, operation) && { mayExist: true }),
  };
}

function causeOf(states: States, id: string): string {
  const failure = states.get(id)?.failure;
  return failure !== undefined && 'because' in failure ? causeOf(states, failure.because) : id;
}

export interface Counts {
  readonly successfulAds: number;
  readonly failedAds: number;
}

export function countAds(plan: Plan, states: States): Counts {
  let successfulAds = 0;
  let failedAds = 0;
  for (const { id, kind } of plan.operations) {
    if (kind !== 'ad') continue;
    const phase = states.get(id)?.phase;
    if (phase === 'done') successfulAds += 1;
    if (phase === 'failed') failedAds += 1;
  }
  return { successfulAds, failedAds };
}

const STATUS: {
  readonly [S in RawStatus]: {
    readonly status: 'draft' | 'processing' | 'success' | 'error';
    readonly summaryStatus: 'in_progress' | 'success' | 'error' | null;
  };
} = {
  Draft: { status: 'draft', summaryStatus: null },
  Queued: { status: 'processing', summaryStatus: 'in_progress' },
  Processing: { status: 'processing', summaryStatus: 'in_progress' },
  Success: { status: 'success', summaryStatus: 'success' },
  Error: { status: 'error', summaryStatus: 'error' },
  Cancelled: { status: 'error', summaryStatus: 'error' },
};

export function batchSummary(batchId: string, batch: BatchRecord, now: number) {
  const { rawStatus, successfulAds, failedAds, createdAt, startedAt, finishedAt } = batch;
  const totalAds = rawStatus === 'Draft' ? (batch.draft?.ads ?? 0) : batch.totalAds;
  const elapsedTimeMs = rawStatus === 'Draft' ? 0 : ranMs(batch, now);
  const settled = successfulAds + failedAds;
  const waits = shownWaits(batch);
  return {
    adBatchId: Number(batchId),
    adBatchSlug: batch.slug,
    name: batch.name,
    ...STATUS[rawStatus],
    rawStatus,
    progress: totalAds === 0 ? 0 : Math.floor((settled / totalAds) * 100),
    totalAds,
    successfulAds,
    ...(finishedAt === undefined ? {} : { outcome: outcomeOf(batch) }),
    launchStatus: batch.launchStatus,
    ...(waits.length > 0 && { waitingFor: waits }),
    message: [messageOf(batch), ...waits.map(waitSentence)].join(' '),
    elapsedTimeMs,
    elapsedTimeSeconds: Math.floor(elapsedTimeMs / 1000),
    createdAt: new Date(createdAt).toISOString(),
    startedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
    finishedAt: finishedAt === undefined ? null : new Date(finishedAt).toISOString(),
    ...(batch.undo === undefined ? {} : { undo: shownUndo(batch.undo) }),
    ...(batch.corrected === undefined
      ? {}
      : { corrected: { ads: batch.correctedAds ?? 0, in: correctedIn(batch) } }),
  };
}

function shownWaits({
  rawStatus,
  waitingFor = {},
}: BatchRecord): NonNullable<v.InferOutput<typeof waitingForShape>> {
  if (rawStatus !== 'Processing') return [];
  return (Object.entries(waitingFor) as [AccountKey, Wait][]).map(
    ([account, { code, message, since, tries = 0, until }]) => ({
      ...accountOfKey(account),
      code,
      message,
      since: new Date(since).toISOString(),
      tries,
      nextTryAt: new Date(until).toISOString(),
    }),
  );
}

const waitSentence = ({
  platform,
  adAccountId,
  message,
}: ReturnType<typeof shownWaits>[number]): string =>
  explained({
    message: `It waits for ${platform} (${adAccountId}): ${message}`,
    fix: 'It goes on by itself.',
  });

/** Batches that replace failed ads of this one. */
export const correctedIn = ({ corrected = {} }: BatchRecord): number[] => [
  ...new Set(Object.values(corrected)),
];

/** The time between an end and a retry does not count. */
export const ranMs = (batch: BatchRecord, now: number): number =>
  (batch.ranMs ?? 0) +
  Math.max(0, (batch.finishedAt ?? now) - (batch.resumedAt ?? batch.startedAt ?? batch.createdAt));

export function shownUndo({
  mode,
  requestedAt,
  finishedAt,
  ads,
  undone,
  failed,
  creatives,
}: UndoRecord) {
  return {
    mode,
    requestedAt: new Date(requestedAt).toISOString(),
    ...(finishedAt !== undefined && { finishedAt: new Date(finishedAt).toISOString() }),
    ads,
    undone,
    failed,
    ...defined({ creatives }),
  };
}

const outcomeOf = ({ successfulAds, totalAds, rawStatus }: BatchRecord): 'all' | 'some' | 'none' =>
  successfulAds === totalAds
    ? rawStatus === 'Error'
      ? 'some'
      : 'all'
    : successfulAds === 0
      ? 'none'
      : 'some';

function messageOf(batch: BatchRecord): string {
  const {
    rawStatus,
    totalAds,
    successfulAds,
    failedAds,
    cancelRequested,
    correctedAds = 0,
  } = batch;
  const ads = totalAds === 1 ? '1 ad' : `${totalAds} ads`;
  if (cancelRequested)
    return `Being cancelled: nothing more is sent. ${successfulAds} of ${ads} were launched before.`;
  switch (rawStatus) {
    case 'Draft':
      return 'Saved as a draft; nothing was launched.';
    case 'Queued':
      return `${ads} waiting to be launched.`;
    case 'Processing':
      return `Launching: ${successfulAds + failedAds} of ${ads} done.`;
    case 'Success':
      return totalAds === 1 ? '1 ad launched.' : `All ${ads} launched.`;
    case 'Cancelled':
      return `Cancelled: ${successfulAds} of ${ads} were launched before.`;
    case 'Error':
      if (failedAds === 0)
        return `All ${ads} launched, but a new campaign or ad set above them is not finished and stays paused: each says why. Retry carries on with it.`;
      if (correctedAds > 0)
        return `${successfulAds} of ${ads} launched, ${failedAds} failed; ${correctedAds} of these were corrected and sent again in batch ${correctedIn(batch).join(', ')}.`;
      return `${successfulAds} of ${ads} launched, ${failedAds} failed. Each failed ad says why and what to do; retry launches only those.`;
  }
}
