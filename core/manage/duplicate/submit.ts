import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { Part } from '../../base/outcomes.ts';
import { PATIENCE_MS, runHere } from '../../effects/run-here.ts';
import { type Judgement, throughGate } from '../../gate/gate.ts';
import { oneAtATimeInEach } from '../../gate/one-at-a-time.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { Json, Store, Write } from '../../ports/store.ts';
import { jobId as jobDocumentId, jobWrite } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId, randomText } from '../../records/random-id.ts';
import type { CopyResult } from '../schema/duplicate.ts';
import type { DuplicatePorts } from './context.ts';
import { readDuplicate, readDuplicatePlan, readEntries } from './journal.ts';
import {
  type DuplicatePlan,
  type DuplicateRecord,
  duplicateKind,
  duplicatePlanKind,
} from './records.ts';
import { copyParts, copyResults } from './results.ts';
import { DUPLICATE_QUEUE, runDuplicate } from './run.ts';
import { foldDuplicate } from './state.ts';
import { notesIn, treeOf } from './tree.ts';

export interface SubmitDuplicatePorts extends DuplicatePorts {
  readonly jobs: Jobs;
}

export interface PreparedDuplicate {
  readonly account: AccountKey;
  readonly opened: AccountAccess;
  readonly plan: Omit<DuplicatePlan, 'mark'>;
  /** Where it was named and can be asked. */
  readonly parent?: EntityFacts | undefined;
  /** The gate. Ask while nothing else changes what the account spends. */
  judge(): Promise<Judgement>;
}

export interface Duplicated {
  readonly duplicateId: string;
  readonly results: readonly CopyResult[];
  /** What copies may have otherwise than their source. */
  readonly notes: readonly string[];
}

/** For a repetition: the request it repeats may have died, and a job goes on with its copies. */
const REPEATED_PATIENCE_MS = 5_000;
const LEASE_MS = 30_000;

/**
 * Runs a duplication to its end. A repetition with the same Idempotency-Key joins it for some
 * seconds and gets its result, or what is known by then: copies that are not complete are
 * `pending`, and go on.
 */
export async function submitDuplicate(
  ports: SubmitDuplicatePorts,
  caller: Actor,
  prepare: () => Promise<PreparedDuplicate>,
  once?: Once,
): Promise<Duplicated> {
  let isRepeated = true;
  const prepareFirst = (): Promise<PreparedDuplicate> => {
    isRepeated = false;
    return prepare();
  };
  const { duplicateId } = await acceptDuplicate(ports, caller, prepareFirst, {
    ...(once && { once }),
  });
  const { companyId } = caller;
  await runHere(
    ports,
    {
      run: (options) => runDuplicate(ports, companyId, duplicateId, options),
      isEnded: async () =>
        (await readDuplicate(ports.store, companyId, duplicateId)).doc.state === 'finished',
    },
    isRepeated ? REPEATED_PATIENCE_MS : PATIENCE_MS,
  );
  return duplicateResults(ports, companyId, duplicateId);
}

/**
 * Writes a duplication down, if the gate lets it pass. Once this resolves it happens, even if the
 * process dies at once: a background job takes it up after `delayMs` unless it was run before.
 * `prepare` is called only for something new.
 */
export function acceptDuplicate(
  ports: SubmitDuplicatePorts,
  caller: Actor,
  prepare: () => Promise<PreparedDuplicate>,
  {
    once = unkeyed(ports.store),
    delayMs = LEASE_MS,
  }: { readonly once?: Once; readonly delayMs?: number } = {},
): Promise<{ readonly duplicateId: string }> {
  const { clock, secrets, jobs } = ports;
  const { companyId, keyId, grant, plannedBy } = caller;
  const through = defined({ grant, plannedBy });
  return once.inOneCommit(async (conclude) => {
    const { account, plan: prepared, judge } = await prepare();
    const jobId = randomId(secrets, 'dup');
    const plan: DuplicatePlan = { ...prepared, mark: `sw${randomText(secrets, 10)}` };
    const { type, id: sourceId } = plan.source;
    const head: DuplicateRecord = {
      state: 'running',
      createdAt: clock.now(),
      keyId,
      ...(Object.keys(through).length > 0 && { through }),
      account,
      type,
      sourceId,
      entries: 0,
    };
    const answer = { duplicateId: jobId };
    const starting = plan.status === 'ACTIVE' ? [account] : [];
    await oneAtATimeInEach(ports, companyId, starting, async () => {
      const judgement = await judge();
      const writes: Write[] = [
        { kind: duplicateKind, companyId, id: jobId, expect: 'absent', doc: head },
        { kind: duplicatePlanKind, companyId, id: jobId, expect: 'absent', doc: plan },
        jobWrite(DUPLICATE_QUEUE, companyId, {
          subject: jobId,
          now: clock.now(),
          uses: [account],
          delayMs,
        }),
        auditWrite(ports, caller, {
          action: `${type}.duplicate`,
          subject: sourceId,
          details: details(adAccountIdOf(account), plan),
        }),
      ];
      await throughGate(ports, [judgement], () => conclude(writes, answer));
    });
    await jobs.wake(jobDocumentId(DUPLICATE_QUEUE, companyId, jobId));
    return answer;
  });
}

const details = (adAccountId: string, plan: DuplicatePlan): { [name: string]: Json } => ({
  adAccountId,
  before: { name: plan.source.name },
  after: {
    copies: plan.names.length,
    status: plan.status,
    names: [...plan.names],
    parentId: plan.parentId ?? null,
  },
});

export async function duplicateResults(
  ports: { readonly store: Store },
  companyId: string,
  jobId: string,
): Promise<Duplicated> {
  const head = await readDuplicate(ports.store, companyId, jobId);
  // Earlier versions kept no outcomes.
  const results = head.doc.results?.map((copy) => ({
    ...copy,
    outcome: copy.outcome ?? (copy.success ? 'done' : 'refused'),
  }));
  const plan = await readDuplicatePlan(ports.store, companyId, jobId);
  const found = { duplicateId: jobId, notes: notesIn(plan.source) };
  if (results !== undefined) return { ...found, results };
  const state = foldDuplicate(plan, await readEntries(ports.store, companyId, jobId));
  return { ...found, results: copyResults(plan, treeOf(plan.source), state) };
}

/** What became of each copy. They are made again together, or not: their names count them. */
export const duplicateParts = {
  async of(
    ports: { readonly store: Store },
    companyId: string,
    { duplicateId }: Pick<Duplicated, 'duplicateId'>,
  ) {
    const { doc } = await readDuplicate(ports.store, companyId, duplicateId);
    return copyParts(doc.type, (await duplicateResults(ports, companyId, duplicateId)).results);
  },
  again: (
    input: { readonly [name: string]: unknown },
    _left: readonly Part[],
    all: readonly Part[],
  ) => (all.some(({ id }) => id !== undefined) ? undefined : { input }),
};
