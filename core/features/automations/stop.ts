import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { automationSwitchKind, SWITCH } from './records.ts';

export type RulePorts = Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'platforms' | 'jobs'>;

export const isStopped = async (
  { store }: Pick<RulePorts, 'store'>,
  companyId: string,
): Promise<boolean> =>
  (await store.get(automationSwitchKind, companyId, SWITCH))?.doc.stopped === true;

/** What is on its way is finished. */
export function stopRules(
  ports: RulePorts,
  caller: Actor,
  stopped: boolean,
  once: Once = unkeyed(ports.store),
) {
  const { companyId, keyId } = caller;
  return once.inOneCommit<{
    readonly stopped: boolean;
    readonly since: string;
    readonly by: string;
  }>(async (conclude) => {
    for (;;) {
      const known = await ports.store.get(automationSwitchKind, companyId, SWITCH);
      const doc = { stopped, at: ports.clock.now(), by: keyId };
      const answer = { stopped, since: new Date(doc.at).toISOString(), by: keyId };
      const writes = [
        {
          kind: automationSwitchKind,
          companyId,
          id: SWITCH,
          expect: known?.version ?? ('absent' as const),
          doc,
        },
        auditWrite(ports, caller, {
          action: stopped ? 'automation.stop' : 'automation.start',
          subject: companyId,
        }),
      ];
      if ((await conclude(writes, answer)) === undefined) return answer;
    }
  });
}
