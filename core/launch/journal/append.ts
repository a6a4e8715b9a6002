import type { AccessPorts } from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { triesOf } from '../../effects/policy.ts';
import { dependentsOf } from '../../effects/schedule.ts';
import { applyEntry, failureOf, withWaits } from '../../effects/state.ts';
import type { Events, News } from '../../events/events.ts';
import { noteChange } from '../../gate/changes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { LaunchHooks } from '../hooks.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adFailure, CANCELLED, inDoubt, stageOf } from '../run/policy.ts';
import { batchSummary, type Counts, countAds, failedAd, launchedAd } from '../show/present.ts';
import { isIncomplete } from '../structure/show.ts';
import type { Journal, Step } from './journal.ts';
import type { AdFailure, BatchRecord, OperationState, Settled, States, Wait } from './records.ts';

export interface RunPorts extends AccessPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly notifier?: Notifier;
  readonly events: Events;
  readonly hooks: Pick<LaunchHooks, 'ended'>;
  readonly adSets?: Pick<AdSetReader, 'forget'>;
}

export interface Run {
  readonly ports: RunPorts;
  readonly companyId: string;
  readonly batchId: string;
  readonly plan: Plan;
  readonly states: States;
  readonly journal: Journal;
  readonly mark: string;
  readonly stopping: () => boolean;
  readonly isHeld: () => boolean;
  readonly renew: () => Promise<void>;
}

/**
 * Records outcomes with all that follows: what fails because of them, and when a new video is first
 * looked at.
 */
export async function recordOutcomes(
  run: Run,
  outcomes: { readonly [id: string]: Settled },
  all: readonly PlannedOperation[],
  firstLookMs: number,
): Promise<void> {
  const looks: { [id: string]: Settled } = {};
  if (Object.keys(outcomes).some((id) => id.startsWith('video:')))
    for (const { id, kind, dependsOn } of all)
      if (kind === 'ready' && outcomes[dependsOn[0] ?? '']?.to === 'done')
        looks[id] = { to: 'pending', notBefore: run.ports.clock.now() + firstLookMs };
  const failed = new Set(Object.keys(outcomes).filter((id) => outcomes[id]?.to === 'failed'));
  const below: { [id: string]: Settled } = {};
  if (failed.size > 0)
    for (const [id, because] of dependentsOf(all, failed))
      if (run.states.get(id)?.phase !== 'failed') below[id] = { to: 'failed', because };
  const wait = waitIn(run.states, outcomes);
  await record(run, { outcomes: { ...outcomes, ...looks, ...below } }, (head) =>
    wait === undefined ? {} : waiting(head, all[0], wait, run.ports.clock.now()),
  );
}

/** Undefined where the outcomes do not tell. */
function waitIn(
  states: States,
  outcomes: { readonly [id: string]: Settled },
): Omit<Wait, 'since'> | 'over' | undefined {
  let isOver = false;
  for (const [id, settled] of Object.entries(outcomes)) {
    if (settled.to === 'done' || settled.to === 'failed') isOver = true;
    else if ('failure' in settled && settled.failure !== undefined)
      return waitFor(settled.failure, settled.notBefore, triesOf(states.get(id), settled.failure));
    else if (id.startsWith('ready:')) return { ...PROCESSING, until: settled.notBefore };
  }
  return isOver ? 'over' : undefined;
}

const PROCESSING = { code: 'processing', message: 'The platform processes a video.' };

export const waitFor = (
  failure: PlatformFailure,
  until: number,
  tries?: number,
): Omit<Wait, 'since'> => ({
  code: adFailure(failure).code,
  message: failure.message,
  ...defined({ tries }),
  until,
});

/** The head with what the account of this operation waits for. */
export function waiting(
  { waitingFor = {} }: BatchRecord,
  of: PlannedOperation | undefined,
  wait: Omit<Wait, 'since'> | 'over',
  now: number,
): Partial<BatchRecord> {
  if (of === undefined) return {};
  const { [of.account]: before, ...others } = waitingFor;
  if (wait === 'over') return before === undefined ? {} : { waitingFor: others };
  return {
    waitingFor: {
      ...others,
      [of.account]: { ...wait, since: before?.code === wait.code ? before.since : now },
    },
  };
}

function tellAds(run: Run, ads: readonly PlannedOperation[]): void {
  for (const { id, account, adIndex } of ads)
    run.ports.log.debug('launch.ad', {
      companyId: run.companyId,
      batchId: run.batchId,
      adIndex,
      platform: accountOfKey(account).platform,
      outcome: run.states.get(id)?.phase === 'done' ? 'launched' : 'failed',
      code: failureOf(run.states, id)?.failure.code,
    });
}

/** Gives up what is not sent or open, for a reason of the whole account. */
export function failRest(
  run: Run,
  operations: readonly PlannedOperation[],
  failure: AdFailure,
): Promise<void> {
  const open = operations.filter(({ id }) =>
    ['pending', 'unknown'].includes(run.states.get(id)?.phase ?? ''),
  );
  return failAll(run, open, ({ id }) =>
    run.states.get(id)?.maybeMade === true ? inDoubt(failure) : failure,
  );
}

/**
 * Cancels what was not sent. What is unknown is still looked for: it may exist and must be
 * reported.
 */
export const cancelRest = (run: Run, operations: readonly PlannedOperation[]): Promise<void> =>
  failAll(
    run,
    operations.filter(({ id }) => run.states.get(id)?.phase === 'pending'),
    () => CANCELLED,
  );

async function failAll(
  run: Run,
  open: readonly PlannedOperation[],
  reason: (operation: PlannedOperation) => AdFailure,
) {
  const failed = (operation: PlannedOperation): Settled => ({
    to: 'failed',
    failure: reason(operation),
    stage: stageOf(operation),
  });
  const outcomes = Object.fromEntries(open.map((operation) => [operation.id, failed(operation)]));
  if (open.length > 0)
    await record(run, { outcomes }, (head) =>
      waiting(head, open[0], 'over', run.ports.clock.now()),
    );
}

/** Appends a step, applies it to the states, and adds the events that follow from it. */
export async function record(
  run: Run,
  given: Step,
  change: (head: BatchRecord) => Partial<BatchRecord> = () => ({}),
): Promise<void> {
  const { plan, states, ports } = run;
  const at = ports.clock.now();
  const step =
    given.outcomes === undefined
      ? given
      : { ...given, outcomes: withWaits(given.outcomes, states, at) };
  const ads = adsAmong(plan, step.outcomes ?? {});
  const former = {
    counts: tallies.get(states) ?? countAds(plan, states),
    phases: ads.map(({ id }) => states.get(id)?.phase),
  };
  // Applied first, so that counts and events say what is true once the entry is committed.
  applyEntry(states, { ...step, at });
  const settledAds = ads.filter(
    ({ id }) => step.outcomes?.[id]?.to === 'done' || step.outcomes?.[id]?.to === 'failed',
  );
  const counts = ads.reduce(
    (sum, { id }, i) => moved(sum, former.phases[i], states.get(id)?.phase),
    // Only a retry wants ads once more, and it counts by itself.
    step.again === undefined ? former.counts : countAds(plan, states),
  );
  tallies.set(states, counts);
  const events = [
    ...settledAds.map((operation) => ({
      type: 'ad' as const,
      data:
        launchedAd(plan, operation, states, ports.platforms) ??
        failedAd(plan, operation, states) ??
        {},
    })),
    ...(settledAds.length > 0
      ? [{ type: 'batch' as const, data: { ...counts, totalAds: run.journal.head().totalAds } }]
      : []),
  ];
  await run.journal.append({ ...step, events }, at, (head) => ({ ...counts, ...change(head) }));
  tellAds(run, settledAds);
}

/** Counts of a run, so that a step of a large launch need not look at all ads. */
const tallies = new WeakMap<States, Counts>();

const moved = (
  { successfulAds, failedAds }: Counts,
  from: Phase | undefined,
  to: Phase | undefined,
): Counts => ({
  successfulAds: successfulAds + Number(to === 'done') - Number(from === 'done'),
  failedAds: failedAds + Number(to === 'failed') - Number(from === 'failed'),
});

type Phase = OperationState['phase'];

const adPlaces = new WeakMap<Plan, ReadonlyMap<string, number>>();

function adsAmong(
  plan: Plan,
  outcomes: { readonly [id: string]: unknown },
): readonly PlannedOperation[] {
  const places =
    adPlaces.get(plan) ??
    new Map(
      plan.operations.flatMap(({ id, kind }, place) =>
        kind === 'ad' ? [[id, place] as const] : [],
      ),
    );
  adPlaces.set(plan, places);
  return Object.keys(outcomes)
    .flatMap((id) => places.get(id) ?? [])
    .sort((a, b) => a - b)
    .flatMap((place) => plan.operations[place] ?? []);
}

export async function finish({
  ports,
  companyId,
  batchId,
  journal,
  plan,
  states,
}: Run): Promise<void> {
  // While a batch is open it tells itself what it makes; a launch that was planned before looks
  // again after that.
  for (const account of new Set(plan.parents?.map((parent) => parent.account)))
    await noteChange(ports, companyId, account);
  const now = ports.clock.now();
  const head = journal.head();
  const { failedAds } = head;
  const isWhole = failedAds === 0 && !isIncomplete(plan, states);
  const rawStatus = isWhole ? 'Success' : head.cancelRequested ? 'Cancelled' : 'Error';
  const final: BatchRecord = { ...head, rawStatus, finishedAt: now };
  const { adBatchId, status, summaryStatus, totalAds, successfulAds, outcome, message } =
    batchSummary(batchId, final, now);
  const data = {
    adBatchId,
    status,
    summaryStatus,
    rawStatus,
    totalAds,
    successfulAds,
    failedAds,
    outcome,
    message,
  };
  await journal.append(
    { events: [{ type: 'done', data }] },
    now,
    () => ({ rawStatus, finishedAt: now, cancelRequested: false, waitingFor: {} }),
    await ports.events.writes(companyId, {
      // A batch that is retried ends more than once, each time with an event of its own.
      id: `evt_${head.slug}_${head.entries + 1}`,
      at: now,
      call: { name: 'batch.finished', data: { ...data, adBatchSlug: head.slug } },
      news: finishedNews(batchId, final),
    }),
  );
  ports.log.info('launch.finished', { companyId, batchId, rawStatus, successfulAds, failedAds });
}

function finishedNews(batch: string, { name, totalAds, failedAds, rawStatus }: BatchRecord): News {
  const called = name || `Batch ${batch}`;
  const about = { link: `batches/${batch}`, batch };
  if (rawStatus === 'Cancelled') {
    const text = `${counted(totalAds - failedAds, 'ad')} had been launched.`;
    return { kind: 'launch.finished', title: `${called} was cancelled`, text, ...about };
  }
  if (failedAds === 0)
    return {
      kind: 'launch.finished',
      title: `${called} is launched`,
      text: `${counted(totalAds, 'ad')}.`,
      ...about,
    };
  const title = `${called}: ${failedAds} of ${counted(totalAds, 'ad')} failed`;
  return {
    kind: 'launch.failed',
    title,
    text: 'The batch says why each failed and what to do.',
    ...about,
  };
}
