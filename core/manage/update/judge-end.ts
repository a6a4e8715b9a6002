import type { AccountAccess } from '../../accounts/access.ts';
import { refuseExceeded } from '../../guard/gate.ts';
import type { EntityFacts } from '../../ports/platform-reads.ts';
import type { FieldChange } from '../../ports/platform-update.ts';
import { judgeStatus } from '../edit/started-by-status.ts';
import type { ManagePorts } from '../open-account.ts';

/** A later end, or none, lets what has ended deliver again: the gate is asked as when it is switched on. */
export async function judgeEnd(
  ports: ManagePorts,
  account: AccountAccess,
  object: EntityFacts,
  changes: readonly FieldChange[],
  path: string,
): Promise<void> {
  const end = changes.find(({ field }) => field === 'endTime');
  if (end === undefined || account.platform.edit === undefined) return;
  const endTime = typeof end.after === 'string' ? Date.parse(end.after) : Number.MAX_SAFE_INTEGER;
  const opened = { ...account, can: account.platform.edit };
  const judgement = await judgeStatus(ports, opened, { endTime }, [object], () => path);
  refuseExceeded(judgement?.verdicts ?? []);
}
