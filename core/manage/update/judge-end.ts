import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import type { Judgement } from '../../guard/gate.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { FieldChange } from '../../ports/platform-update.ts';
import { judgeStatus } from '../edit/started-by-status.ts';
import type { ManagePorts } from '../open-account.ts';

/** A later end, or none, lets what has ended deliver again: the gate is asked as when it is switched on. Nothing else starts or raises spending. */
export async function judgeEnd(
  ports: ManagePorts,
  caller: Actor,
  account: AccountAccess,
  object: EntityFacts,
  changes: readonly FieldChange[],
  path: string,
): Promise<Judgement | undefined> {
  const end = changes.find(({ field }) => field === 'endTime');
  if (end === undefined || account.platform.edit === undefined) return undefined;
  const endTime = typeof end.after === 'string' ? Date.parse(end.after) : Number.MAX_SAFE_INTEGER;
  const opened = { ...account, can: account.platform.edit };
  return judgeStatus(ports, caller, opened, { endTime }, [object], () => path);
}
