import type { PlatformFailure } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store, Write } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { type ConnectionProblem, type ConnectionRecord, connectionKind, type TestRecord } from './records.ts';

interface TestedPorts {
  readonly store: Store;
  readonly clock: Clock;
}

export function problemOf({ code, message, retryable, fix }: PlatformFailure): ConnectionProblem {
  // Nobody repeats a test but whoever asked for it.
  const todo = retryable ? 'Try again in a moment. If it stays so, check the way from this service to the platform.' : fix;
  return { code: code ?? null, message, fix: todo, retryable };
}

function testOf(now: number, failure: PlatformFailure | undefined): TestRecord {
  if (failure === undefined) return { at: now };
  return { at: now, problem: problemOf(failure), ...(failure.class === 'auth' && { isDead: true }) };
}

/** Keeps what a platform said to a connection's credentials; nothing where the connection is gone. */
export async function testWrite(
  { store, clock }: TestedPorts,
  companyId: string,
  id: string,
  failure?: PlatformFailure,
): Promise<readonly Write[]> {
  const found = await store.get(connectionKind, companyId, id);
  if (found === undefined) return [];
  const doc: ConnectionRecord = { ...found.doc, tested: testOf(clock.now(), failure) };
  return [{ kind: connectionKind, companyId, id, expect: found.version, doc }];
}

/** The platform refused a connection's credentials in the middle of other work. */
export async function noteDead(
  { store, clock }: TestedPorts,
  companyId: string,
  connectionId: string,
  failure: PlatformFailure,
): Promise<void> {
  await changeDocument(store, connectionKind, companyId, connectionId, (current) => ({
    doc: current && { ...current.doc, tested: testOf(clock.now(), failure) },
  }));
}
