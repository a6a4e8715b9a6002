import type { Actor } from '../access/caller.ts';
import type { Store } from '../ports/store.ts';
import { refuseExceeded } from './gate.ts';
import type { Verdict } from './judge.ts';
import { readGuardrails } from './records.ts';

interface Ports {
  readonly store: Store;
}

/** Blocking this one could not be taken back. */
export const NEVER_BLOCKED = 'guardrails.replace';

export async function judgeBlocked(
  ports: Ports,
  { companyId }: Actor,
  operation: string,
): Promise<readonly Verdict[]> {
  const blocked = (await readGuardrails(ports, companyId))?.doc.blockedOperations ?? [];
  if (blocked.length === 0) return [];
  const exceeded = blocked.includes(operation) && operation !== NEVER_BLOCKED;
  const message = `Your company has blocked ${operation}.`;
  return [
    {
      guard: 'blockedOperations',
      limit: blocked.join(', '),
      asked: operation,
      exceeded,
      path: '',
      message,
    },
  ];
}

/** Throws where the company has blocked an operation. Every write asks, through every door. */
export const refuseBlocked = async (
  ports: Ports,
  caller: Actor,
  operation: string,
): Promise<void> => refuseExceeded(await judgeBlocked(ports, caller, operation));
