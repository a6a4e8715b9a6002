import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { expandName, usesToken } from '../../base/name-tokens.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { accountsOf } from '../../effects/schedule.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import { asOfNow } from '../../records/as-of-now.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import { type Conclude, type Once, unkeyed } from '../../records/once.ts';
import { reserve } from '../../records/sequence.ts';
import { turnFor } from '../../records/steps.ts';
import { takeName } from '../../records/unique-name.ts';
import { type BatchRecord, batchKind, LAUNCH_QUEUE, planKind } from '../journal/records.ts';
import { keepPlan } from '../plan/pages.ts';
import type { Plan } from '../plan/plan.ts';
import type { launchAccepted } from '../schema.ts';
import { isNewId } from '../structure/parents.ts';
import { madeSincePlanned } from '../structure/read.ts';
import { type PreparedLaunch, type PreparePorts, prepareLaunch, refuseLaunch } from './prepare.ts';
import { judgeWhole, passedInTurn } from './spending.ts';

/** A launch of this size does not wait for large ones of its ad account. */
const SMALL_ADS = 10;

export interface SubmitPorts extends PreparePorts {
  readonly jobs: Jobs;
}

export type SubmittedLaunch = v.InferOutput<typeof launchAccepted>;

/**
 * Accepts a launch: batch, plan, job and idempotency record in one commit. Once this resolves the
 * launch happens, even if the process dies at once.
 */
export function submitLaunch(
  ports: SubmitPorts,
  caller: Actor,
  body: unknown,
  once: Once = unkeyed(ports.store),
): Promise<SubmittedLaunch> {
  return once.inOneCommit(async (conclude) => {
    const prepared = await prepareLaunch(ports, caller.companyId, body);
    return inLineFor(ports.store, sharedBy(caller.companyId, prepared), async (hasWaited) => {
      for (let lost = 0; ; lost++) {
        // After a lost commit the number is taken beforehand. The plan stands.
        const taken =
          lost === 0
            ? undefined
            : await reserve(ports, caller.companyId, 'batch', { attempt: lost });
        const attempt = attemptAt(ports.store, lost, hasWaited);
        const { first, writes } =
          taken ?? (await reserve({ ...ports, store: attempt.store }, caller.companyId, 'batch'));
        const launch = {
          batchId: String(first),
          slug: newSlug(ports.secrets),
          prepared,
          attempt,
          also: writes,
        };
        const accepted = await commitLaunch(ports, caller, launch, conclude);
        if (accepted !== undefined) return accepted;
      }
    });
  });
}

/**
 * An attempt to commit a launch is one moment: all that it reads is as of its beginning (`store`),
 * and its commit is lost when something of that was written since. Planning came before: what its
 * hooks found then holds only where no other launch can have come between (`isAsPlanned`).
 */
interface Attempt {
  readonly store: Store;
  /** Attempts of this launch that were lost. */
  readonly lost: number;
  readonly isAsPlanned: boolean;
}

export const attemptAt = (store: Store, lost: number, hasWaited = false): Attempt => ({
  store: asOfNow(store),
  lost,
  isAsPlanned: lost === 0 && !hasWaited,
});

const sharedBy = (companyId: string, { additions }: PreparedLaunch): string[] =>
  additions.flatMap(({ documents = [] }) => Array.from(documents, (id) => `${companyId} ${id}`));

const tails = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Does work that changes some documents after all earlier work in this process that changes one of
 * the same, so that commits that would only lose against each other follow each other. After a
 * wait, what was read before may have changed.
 */
function inLineFor<T>(
  store: Store,
  documents: Iterable<string>,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const line = tails.get(store) ?? new Map<string, Promise<unknown>>();
  tails.set(store, line);
  const wanted = [...documents];
  const before = wanted.flatMap((id) => line.get(id) ?? []);
  const done = before.length === 0 ? work(false) : Promise.all(before).then(() => work(true));
  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  for (const id of wanted) line.set(id, ended);
  void ended.then(() => {
    for (const id of wanted) if (line.get(id) === ended) line.delete(id);
  });
  return done;
}

/**
 * `{{batch}}` and `{{id}}` are known only now. Numbers for `{{id}}` come from the company's
 * sequence.
 */
async function expandLateTokens(
  ports: PreparePorts,
  companyId: string,
  plan: Plan,
  { slug, lost }: { readonly slug: string; readonly lost: number },
): Promise<{ plan: Plan; writes: readonly Write[] }> {
  const late = plan.operations.filter(
    ({ name }) => name !== undefined && (usesToken(name, 'batch') || usesToken(name, 'id')),
  );
  if (late.length === 0) return { plan, writes: [] };
  const numbered = late.filter(({ name }) => usesToken(name ?? '', 'id'));
  const count = numbered.length;
  const numbers =
    count === 0 ? undefined : await reserve(ports, companyId, 'ad-name', { count, attempt: lost });
  const idOf = new Map(numbered.map(({ id }, position) => [id, (numbers?.first ?? 1) + position]));
  const expanded = { now: 0, timezone: 'UTC', adSetName: '', batch: slug };
  const operations = plan.operations.map((operation) => {
    if (operation.name === undefined) return operation;
    const own = { index: operation.adIndex + 1, ...defined({ id: idOf.get(operation.id) }) };
    return { ...operation, name: expandName(operation.name, { ...expanded, ...own }) };
  });
  return { plan: { ...plan, operations }, writes: numbers?.writes ?? [] };
}

interface LaunchToCommit {
  readonly batchId: string;
  readonly slug: string;
  readonly prepared: PreparedLaunch;
  readonly attempt: Attempt;
  readonly also?: readonly Write[];
  /** Absent: a new batch. */
  readonly draft?: Stored<BatchRecord>;
}

/**
 * Queues a batch if the gate lets it pass. Undefined when one of its documents was written by
 * another meanwhile.
 */
export async function commitLaunch(
  ports: SubmitPorts,
  caller: Actor,
  {
    batchId,
    slug,
    prepared,
    attempt: { store, lost, isAsPlanned },
    also = [],
    draft,
  }: LaunchToCommit,
  conclude: Conclude<SubmittedLaunch>,
): Promise<SubmittedLaunch | undefined> {
  const { clock, jobs } = ports;
  const { companyId } = caller;
  refuseExceeded(await judgeWhole({ store }, caller, prepared.plan));
  const totalAds = prepared.plan.operations.filter(({ kind }) => kind === 'ad').length;
  const now = clock.now();
  const named = await expandLateTokens(ports, companyId, prepared.plan, { slug, lost });
  const record: BatchRecord = {
    slug,
    name: draft?.doc.name ?? prepared.name ?? '',
    rawStatus: 'Queued',
    createdAt: draft?.doc.createdAt ?? now,
    createdBy: caller.keyId,
    totalAds,
    successfulAds: 0,
    failedAds: 0,
    launchStatus: prepared.launchStatus,
    entries: 0,
    lastEvent: 0,
  };
  const { plan, launchStatus, sources, corrects } = prepared;
  const claimed: Write[] = [];
  for (const accept of ports.hooks.accepted)
    claimed.push(
      ...(await accept(ports, companyId, { batchId, now, plan, launchStatus, sources, corrects })),
    );
  const warnings: Warning[] = [];
  for (const { commit, warnings: planned = [] } of prepared.additions) {
    const added = await commit?.(ports, { batchId, now, isAsPlanned });
    claimed.push(...(added?.writes ?? []));
    warnings.push(...(added?.warnings ?? planned));
  }
  const answer = acceptance(Number(batchId), slug, prepared, [...warnings, ...prepared.warnings]);
  const kept = await keepPlan(ports, companyId, `${slug}.${lost}`, named.plan);
  const paged = kept.plan.pages && { pages: { ...kept.plan.pages, ads: named.plan.ads.length } };
  const writes: Write[] = [
    {
      kind: batchKind,
      companyId,
      id: batchId,
      expect: draft?.version ?? 'absent',
      doc: { ...record, ...paged },
    },
    { kind: planKind, companyId, id: batchId, expect: 'absent', doc: kept.plan },
    ...kept.writes,
    ...(draft === undefined ? [takeName(companyId, 'batch-slug', slug, batchId)] : []),
    jobWrite(LAUNCH_QUEUE, companyId, {
      subject: batchId,
      now,
      uses: accountsOf(named.plan.operations),
      delayMs: 0,
      isSmall: named.plan.ads.length <= SMALL_ADS,
    }),
    auditWrite(ports, caller, {
      action: 'batch.launch',
      subject: batchId,
      details: { totalAds: record.totalAds, launchStatus: record.launchStatus },
    }),
    ...named.writes,
    ...claimed,
    ...also,
  ];
  await turnFor(ports.turns, named.plan.operations.length);
  // Another launch may have been accepted, or carried out, since these rows were read.
  const check = async () =>
    refuseLaunch(await madeSincePlanned(ports, companyId, prepared.described));
  const conflict = await passedInTurn(
    ports,
    caller,
    prepared.spending,
    () => conclude(writes, answer),
    check,
  );
  if (conflict !== undefined) return undefined;
  for (const [account, ads] of adsByAdSet(prepared.plan))
    ports.adSets.fill(companyId, account, ads);
  await jobs.wake(jobId(LAUNCH_QUEUE, companyId, batchId));
  for (const { note } of prepared.fillings)
    await note?.(ports.store, companyId, { id: Number(batchId), at: now });
  for (const { note } of prepared.additions) await note?.(ports, caller);
  return answer;
}

function adsByAdSet(plan: Plan): Map<AccountKey, Map<string, number>> {
  const byAccount = new Map<AccountKey, Map<string, number>>();
  for (const { account, adSetId } of plan.operations) {
    if (adSetId === undefined || isNewId(adSetId)) continue;
    const counts = byAccount.get(account) ?? new Map<string, number>();
    byAccount.set(account, counts.set(adSetId, (counts.get(adSetId) ?? 0) + 1));
  }
  return byAccount;
}

function acceptance(
  batchId: number,
  slug: string,
  { plan, launchStatus, digest }: PreparedLaunch,
  warnings: readonly Warning[],
): SubmittedLaunch {
  const totalAds = plan.operations.filter(({ kind }) => kind === 'ad').length;
  const they = totalAds === 1 ? 'It' : 'They';
  const how =
    launchStatus === 'PAUSED'
      ? `${they} will be created paused.`
      : launchStatus === 'ACTIVE'
        ? `${they} will start delivering.`
        : 'Some will be created paused, some will start delivering.';
  return {
    success: true,
    message: `${totalAds === 1 ? '1 ad' : `${totalAds} ads`} accepted. ${how} The status of batch ${batchId} tells how far it is.`,
    adBatchId: batchId,
    adBatchSlug: slug,
    isAsync: true,
    totalAds,
    launchStatus,
    planDigest: digest,
    warnings: [...warnings],
  };
}

/** Easy to read out: no vowels, so no words; no digits that look like letters. */
export function newSlug(secrets: Secrets): string {
  const alphabet = 'bcdfghjkmnpqrstvwxz23456789';
  return Array.from(secrets.random(10), (byte) => alphabet[byte % alphabet.length]).join('');
}
