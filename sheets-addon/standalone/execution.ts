import type { Clock } from '../../core/ports/clock.ts';
import { kind, type Store, SYSTEM, type Write } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { leaseKind } from '../../core/records/lease.ts';
import { allOf } from '../../core/records/list.ts';

/** The execution that carries work out. One at a time, and it ends: Google ends it. */
interface ExecutionRecord {
  /** Absent when it has ended by itself. */
  readonly id?: string;
  readonly startedAt?: number;
  /** The one that has worked last, and the one before it. */
  readonly last?: string;
  readonly before?: string;
}

const executionKind = kind<ExecutionRecord>('execution');

/**
 * Google ends executions after six minutes; what they had sent is answered or lost a little later.
 */
export const LONGEST_MS = 390_000;

const ID = 'worker';

interface ExecutionLease {
  /** The executions that may have worked last, if the file is as the last of them has left it. */
  readonly expected: readonly (string | null)[];
  /** Hands it back, so that the next execution need not wait. */
  release(): Promise<void>;
}

/** How what Google keeps beside the file names an execution that has ended by itself. */
export const endedName = (id: string): string => `${id} ended`;

/**
 * Takes the right to carry work out for this execution, or answers undefined while another has it:
 * one that runs, or one that was ended in the middle and whose time is not over yet. The document's
 * lock keeps executions from working at the same time; this record keeps one from going on where
 * another may still have a request on its way. All leases of one whose time is over are free with
 * it.
 *
 * @param companyId whose leases there are
 */
export async function claimExecution(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  execution: { readonly id: string; readonly startedAt: number },
): Promise<ExecutionLease | undefined> {
  const found = await store.get(executionKind, SYSTEM, ID);
  const { id, startedAt = 0, last, before } = found?.doc ?? {};
  if (id !== undefined && id !== execution.id && clock.now() - startedAt < LONGEST_MS)
    return undefined;
  const write = (expect: Write['expect'], doc: ExecutionRecord): Write => ({
    kind: executionKind,
    companyId: SYSTEM,
    id: ID,
    expect,
    doc,
  });
  const left =
    id === undefined || id === execution.id ? [] : await leftBehind(store, companyId, clock.now());
  const version = (found?.version ?? 0) + 1;
  const worked = id ?? last;
  const doc = { ...execution, ...(worked !== undefined && { before: worked }) };
  if ((await store.commit([write(found?.version ?? 'absent', doc), ...left])) !== undefined)
    return undefined;
  // An execution may have ended before it said outside the file that it had begun, or was done.
  const expected =
    id === undefined ? [last && endedName(last), last] : [id, before, before && endedName(before)];
  return {
    expected: [null, ...expected.filter((each): each is string => each !== undefined)],
    release: async () =>
      void (await store.commit([
        write(version, { last: execution.id, ...(worked !== undefined && { before: worked }) }),
      ])),
  };
}

/** What an execution that was ended held: its leases are handed back, its jobs are due. */
async function leftBehind(store: Store, companyId: string, now: number): Promise<Write[]> {
  const leases = (await allOf(store, leaseKind, companyId)).filter(
    ({ doc }) => doc.holder !== undefined,
  );
  const jobs = (await allOf(store, jobKind, SYSTEM)).filter(({ doc }) => doc.turn !== undefined);
  return [
    ...leases.map(
      ({ id, version }): Write => ({ kind: leaseKind, companyId, id, expect: version, doc: {} }),
    ),
    ...jobs.map(({ id, version, doc: { turn: _turn, turnMs: _turnMs, ...doc } }): Write => {
      return {
        kind: jobKind,
        companyId: SYSTEM,
        id,
        expect: version,
        doc: { ...doc, dueAt: now, askedAt: now },
      };
    }),
  ];
}
