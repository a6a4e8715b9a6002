import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { adAccountIdOf } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import { type Fault, SlipwayError } from '../base/errors.ts';
import { refuseFaults } from '../base/refusal.ts';
import { join } from '../base/schema/faults.ts';
import { accountsOf } from '../effects/schedule.ts';
import { foldEntries } from '../effects/state.ts';
import { refuseExceeded } from '../gate/gate.ts';
import { tightest } from '../gate/judge.ts';
import type { Preview } from '../gate/preview.ts';
import { refuseOtherWorkspace } from '../gate/workspace.ts';
import type { PlannedMedia } from '../media/kept-media.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { MediaSource } from '../ports/media.ts';
import type { Store } from '../ports/store.ts';
import { jobId, queueJob } from '../records/job.ts';
import { type Conclude, type Once, unkeyed } from '../records/once.ts';
import { linesOf } from './accept/dry-run.ts';
import { withKeptMedia, withPlannedMedia } from './accept/keep-media.ts';
import {
  judgeBlockedAbove,
  judgeSpending,
  passedInTurn,
  type Spending,
  type SpendingPorts,
  unknownSpending,
} from './accept/spending.ts';
import type { SubmittedLaunch } from './accept/submit.ts';
import {
  entryWrites,
  headWrite,
  nextEntry,
  readBatch,
  readJournal,
  readPlan,
} from './journal/journal.ts';
import { type BatchRecord, batchKind, LAUNCH_QUEUE, type States } from './journal/records.ts';
import { undoRunning, wrongState } from './journal/refusals.ts';
import type { Plan, PlannedOperation } from './plan/plan.ts';
import { adOf } from './plan/resolve.ts';
import { correctedIn, ranMs } from './show/present.ts';
import { newId, parentWords } from './structure/parents.ts';
import { beingMade, madeMeanwhile } from './structure/read.ts';
import { isOfRows } from './structure/rows.ts';
import { adSetIdOf } from './structure/show.ts';
import type { Described } from './structure/structure.ts';
import { foldUndo } from './undo/state.ts';

interface RetryPorts extends SpendingPorts {
  readonly jobs: Jobs;
  readonly media: MediaSource;
}

/**
 * Launches what failed once more, and nothing that exists, if the gate lets it pass: one call for
 * each account with active ads. Throws `conflict` unless the batch has ended with failures.
 */
export const retryBatch = (
  ports: RetryPorts,
  caller: Actor,
  batchId: string,
  once: Once = unkeyed(ports.store),
): Promise<SubmittedLaunch> =>
  once.inOneCommit((conclude) => retryConcluded(ports, caller, batchId, conclude));

/** As part of a request that is carried out once already. */
export async function retryConcluded(
  ports: RetryPorts,
  caller: Actor,
  batchId: string,
  conclude: Conclude<SubmittedLaunch>,
): Promise<SubmittedLaunch> {
  const { store, clock, jobs } = ports;
  const { companyId } = caller;
  for (;;) {
    const { batch, plan, states, failed, again, ads, media } = await openRetry(
      ports,
      caller,
      batchId,
    );
    refuseExceeded(await judgeBlockedAbove(ports, caller, madeAgain(plan, again)));
    const { finishedAt: _, ...head } = batch.doc;
    const now = clock.now();
    const next = nextEntry(
      { id: batchId, doc: head },
      { again, ...(media.length > 0 && { media }) },
      now,
      {
        rawStatus: 'Queued',
        failedAds: 0,
        cancelRequested: false,
        resumedAt: now,
        ranMs: ranMs(batch.doc, now),
      },
    );
    const answer: SubmittedLaunch = {
      success: true,
      message: `${wordsFor(ads)} being launched again. The status of batch ${batchId} tells how far it is.`,
      adBatchId: Number(batchId),
      adBatchSlug: batch.doc.slug,
      isAsync: true,
      totalAds: batch.doc.totalAds,
      launchStatus: batch.doc.launchStatus,
      warnings: [],
    };
    const writes = [
      headWrite(companyId, batchId, batch.version, next.head),
      ...entryWrites(companyId, next.entry, next.head),
      await queueJob(store, LAUNCH_QUEUE, {
        companyId,
        subject: batchId,
        now,
        uses: accountsOf(plan.operations),
      }),
      auditWrite(ports, caller, { action: 'batch.retry', subject: batchId, details: { ads } }),
    ];
    const check = () => refuseMadeElsewhere(ports, companyId, plan, states, again);
    const conflict = await passedInTurn(
      ports,
      caller,
      spendingOf(plan, failed, again, states),
      () => conclude(writes, answer),
      check,
    );
    if (conflict !== undefined) continue;
    await jobs.wake(jobId(LAUNCH_QUEUE, companyId, batchId));
    return answer;
  }
}

const wordsFor = (ads: number): string =>
  ads === 0
    ? 'What was left of the new campaigns and ad sets is'
    : ads === 1
      ? '1 failed ad is'
      : `${ads} failed ads are`;

export async function previewRetry(
  ports: RetryPorts,
  caller: Actor,
  batchId: string,
): Promise<Preview> {
  const { plan, states, failed, again, ads, media } = await openRetry(ports, caller, batchId);
  await refuseMadeElsewhere(ports, caller.companyId, plan, states, again);
  const wanted = spendingOf(plan, failed, again, states);
  const spending = await judgeSpending(ports, caller, wanted);
  const blocked = await judgeBlockedAbove(ports, caller, madeAgain(plan, again));
  return {
    guards: tightest([...spending.judgements.flatMap(({ verdicts }) => verdicts), ...blocked]),
    moneyAtStake: spending.judgements.map(({ moneyAtStake }) => moneyAtStake),
    startsDelivering: wanted.active.length > 0 || failed.some(({ kind }) => kind === 'start'),
    lines: linesOf(plan, failed),
    summary:
      ads === 0
        ? `Carry on with the new campaigns and ad sets of batch ${batchId}`
        : `Launch ${ads === 1 ? 'the failed ad' : `the ${ads} failed ads`} of batch ${batchId} again`,
    adAccountIds: [...new Set(failed.map(({ account }) => adAccountIdOf(account)))],
    world: media.length === 0 ? again : { again, media },
    warnings: unknownSpending(spending),
  };
}

async function openRetry(
  ports: Pick<RetryPorts, 'store' | 'media'>,
  caller: Actor,
  batchId: string,
) {
  const { store } = ports;
  const { companyId } = caller;
  const batch = await readBatch(store, companyId, batchId);
  if (batch.doc.rawStatus !== 'Error' && batch.doc.rawStatus !== 'Cancelled')
    throw wrongState(batch.doc, 'retried', 'Only a batch that ended with failed ads can be.');
  if (batch.doc.undo !== undefined && batch.doc.undo.finishedAt === undefined)
    throw undoRunning(batch.doc.undo.mode);
  const plan = await readPlan(store, companyId, batchId);
  await refuseOtherWorkspace(ports, caller, accountsOf(plan.operations), 'id');
  const entries = await readJournal(store, companyId, batchId);
  const states = foldEntries(plan.operations, entries);
  const hasFailed = (id: string) => states.get(id)?.phase === 'failed';
  const left = leftOf(
    plan,
    states,
    batch.doc.corrected,
    await launchedBy(store, companyId, batch.doc),
  );
  const failed = left.filter(({ id }) => hasFailed(id));
  if (failed.length === 0) throw allCorrected(batch.doc, plan, states);
  const undone = foldUndo(entries);
  // What an undo has deleted is made again where a failed ad wants it.
  const wanted = neededBy(
    plan,
    failed.filter(({ kind }) => kind !== 'finish' && kind !== 'start'),
  );
  const deleted = (id: string) => wanted.has(id) && undone.get(id)?.to === 'deleted';
  const gone = plan.operations.filter(
    ({ id, kind, parent = '' }) => kind !== 'ad' && deleted(kind === 'finish' ? parent : id),
  );
  const again = [...gone.filter(({ id }) => !hasFailed(id)), ...failed].map(({ id }) => id);
  const indexes = new Set(failed.map(({ adIndex }) => adIndex));
  const { ads: shown } = withPlannedMedia(
    plan,
    entries.flatMap(({ media = [] }) => media),
  );
  const { media, faults } = await withKeptMedia(
    ports.media,
    companyId,
    shown.filter(({ index }) => indexes.has(index)),
  );
  const changed = [...faults, ...changedFaults(plan, states, media)];
  if (changed.length > 0)
    throw new SlipwayError(
      'unprocessable_entity',
      'These ads cannot be planned again with the files they show.',
      {
        details: changed,
      },
    );
  return {
    batch,
    plan,
    states,
    failed,
    again,
    media,
    ads: failed.filter(({ kind }) => kind === 'ad').length,
  };
}

/**
 * What rows describe, as a launch of these rows would refuse it: it goes into one that exists, a
 * retry makes its own.
 */
async function refuseMadeElsewhere(
  ports: RetryPorts,
  companyId: string,
  plan: Plan,
  states: States,
  again: readonly string[],
): Promise<void> {
  const { parents = [] } = plan;
  const described = parents.flatMap((parent): Described[] => {
    const { id, account, level, request } = parent;
    if (!again.includes(id) || !isOfRows(parent)) return [];
    const above = parents.find(
      (each) => newId(each.ref) === request.campaignId && each.account === account,
    );
    // An ad set whose campaign is made with it is told by its campaign.
    if (above !== undefined && again.includes(above.id)) return [];
    const campaignId = above === undefined ? request.campaignId : states.get(above.id)?.result?.ref;
    return [{ account, path: 'id', level, name: request.name, ...defined({ campaignId }) }];
  });
  const instead = 'launch the rows of the failed ads again instead of this retry: they go into it';
  const isOwn = (each: Described) =>
    parents.some(
      ({ id, level, request }) =>
        level === each.level && request.name === each.name && states.get(id)?.maybeMade,
    );
  refuseFaults([
    ...(await beingMade(ports, companyId, described, `Once it has ended, ${instead}.`)),
    // What this batch itself may have made is looked for by its mark.
    ...(await madeMeanwhile(
      ports,
      companyId,
      described.filter((each) => !isOwn(each)),
      { code: 'exists_already', hint: `So that there is no second one, ${instead}.` },
    )),
  ]);
}

const madeAgain = ({ operations }: Plan, again: readonly string[]) =>
  operations.filter(({ id }) => again.includes(id));

/** What was made for these operations, at any depth. */
function neededBy({ operations }: Plan, failed: readonly PlannedOperation[]): ReadonlySet<string> {
  const wanted = new Set(failed.flatMap(({ dependsOn }) => dependsOn));
  for (const { id, dependsOn } of [...operations].reverse())
    if (wanted.has(id)) for (const each of dependsOn) wanted.add(each);
  return wanted;
}

/** Batches that launched all their corrected ads, and have not been undone. */
async function launchedBy(
  store: Store,
  companyId: string,
  batch: BatchRecord,
): Promise<ReadonlySet<number>> {
  const read = await Promise.all(
    correctedIn(batch).map((id) => store.get(batchKind, companyId, String(id))),
  );
  const isThere = (doc: BatchRecord | undefined) =>
    doc?.rawStatus === 'Success' && doc.undo === undefined;
  return new Set(correctedIn(batch).filter((_, position) => isThere(read[position]?.doc)));
}

/**
 * What ads need that no later batch replaces, and what completes the campaigns and ad sets that
 * hold all of theirs then.
 */
function leftOf(
  { operations }: Plan,
  states: States,
  corrected: BatchRecord['corrected'],
  launched: ReadonlySet<number>,
): readonly PlannedOperation[] {
  if (corrected === undefined) return operations;
  const wanted = new Set<string>();
  // Operations come after those they depend on.
  for (const { id, kind, adIndex, dependsOn } of [...operations].reverse())
    if ((kind === 'ad' && corrected[adIndex] === undefined) || wanted.has(id))
      for (const each of [id, ...dependsOn]) wanted.add(each);
  const replaced = operations.filter(
    ({ kind, adIndex }) => kind === 'ad' && launched.has(corrected[adIndex] ?? 0),
  );
  const there = new Set(replaced.map(({ id }) => id));
  for (const { id, kind, dependsOn } of operations)
    if (
      (kind === 'finish' || kind === 'start') &&
      dependsOn.every(
        (each) => wanted.has(each) || there.has(each) || states.get(each)?.phase === 'done',
      )
    )
      wanted.add(id);
  return operations.filter(({ id }) => wanted.has(id));
}

function allCorrected(
  batch: BatchRecord,
  { operations, parents = [] }: Plan,
  states: States,
): SlipwayError {
  const paused = operations.flatMap(({ id, kind, parent }) => {
    const of = parents.find((each) => each.id === parent);
    const state = states.get(id);
    return kind === 'start' && of !== undefined && state?.phase === 'failed'
      ? [{ words: parentWords(of), mayBeOn: state.maybeMade }]
      : [];
  });
  const nothing = `Nothing is left to retry: the failed ads were corrected and sent again in batch ${correctedIn(batch).join(', ')}, which says what became of them.`;
  const left = paused.map(({ words, mayBeOn }) =>
    mayBeOn
      ? ` The ${words} may have been switched on and deliver: look at it.`
      : ` The ${words} stays paused: switch it on once it holds all that you want in it.`,
  );
  const message = [nothing, ...left].join('');
  return new SlipwayError('conflict', message, {
    details: [{ path: 'id', code: 'corrected', message }],
  });
}

/** Where addresses lead to other files than those the platform has had from them. */
function changedFaults(
  { ads, operations }: Plan,
  states: States,
  media: readonly PlannedMedia[],
): readonly Fault[] {
  if (media.length === 0) return [];
  const now = new Map(media.map(({ address, sha256 }) => [address, sha256]));
  const byIndex = new Map(ads.map((ad) => [ad.index, ad]));
  return operations.flatMap(({ id, adIndex, mediaIndex }) => {
    const sent = states.get(id)?.result?.sha256;
    const { path = '', media: items = [] } = byIndex.get(adIndex) ?? {};
    const found = now.get(items[mediaIndex ?? 0]?.url ?? '');
    if (sent === undefined || found === undefined || found === sent) return [];
    const message =
      'This address leads to another file than the one that was uploaded for the ad. Launch the ad in a batch of its own.';
    return [{ path: join(path, `media[${mediaIndex ?? 0}].url`), code: 'media_changed', message }];
  });
}

/**
 * What is made again is judged as asked for; what is there and is switched on last, as it is by
 * now.
 */
function spendingOf(
  plan: Plan,
  failed: readonly PlannedOperation[],
  again: readonly string[],
  states: States,
): Spending {
  const isMade = (id = '') => !again.includes(id) && states.get(id)?.phase === 'done';
  const active = failed.flatMap((operation) => {
    const { account, adSet, adSetId = '', kind } = operation;
    if (kind !== 'ad' || adOf(plan, operation).paused) return [];
    return [
      { account, adSetId: isMade(adSet) ? adSetIdOf(operation, states) : adSetId, path: 'id' },
    ];
  });
  const refOf = (id: string) => states.get(id)?.result?.ref;
  const parents = (plan.parents ?? []).flatMap((parent) => {
    const { id, request, account } = parent;
    if (!again.includes(id)) return [];
    const above = plan.parents?.find(
      (each) => newId(each.ref) === request.campaignId && each.account === account,
    );
    return [
      above && isMade(above.id)
        ? { ...parent, request: { ...request, ...defined({ campaignId: refOf(above.id) }) } }
        : parent,
    ];
  });
  const starting = failed.flatMap(({ kind, account, parent = '' }) => {
    const id = kind === 'start' && isMade(parent) ? refOf(parent) : undefined;
    const of = plan.parents?.find((each) => each.id === parent);
    return id === undefined ? [] : [{ account, id, campaignId: of?.request.campaignId ?? id }];
  });
  return { active, starting, ...(parents.length > 0 && { structure: { parents } }) };
}
