import { accessAccount, whileHeld } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { pauseBefore } from '../../effects/policy.ts';
import type { EffectPorts } from '../../effects/run.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Json } from '../../ports/store.ts';
import { type Holder, LeaseLost } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import { accessFailure, dropped, payloadGone } from './failures.ts';
import { culprit, nextGroup } from './halving.ts';
import { type Journal, openJournal } from './journal.ts';
import { askForOutcomes } from './receipts.ts';
import { deliveryKind, payloadKind, type UncertainCause } from './records.ts';
import { type Sender, sendGroup } from './request.ts';
import { allLeft, leaveUncertain, refuse } from './verdicts.ts';

interface RunOptions {
  readonly holder: Holder;
  readonly leaseMs?: number;
  /** The worker wants to end: the rest waits. */
  readonly stopping?: () => boolean;
}

const MAX_ATTEMPTS = 12;

/**
 * Sends what is left of a delivery. Commits that a request leaves before it does. An unanswered request is sent again while the
 * platform counts events of one id once; after that its events are uncertain.
 */
export async function runConversions(outer: EffectPorts, companyId: string, id: string, options: RunOptions): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `conversions:${id}`,
    ...options,
    work: async (lease) => {
      const { clock } = lease;
      const ports = { ...outer, clock };
      const stored = await ports.store.get(deliveryKind, companyId, id);
      if (stored === undefined || stored.doc.state === 'settled') return undefined;
      const journal = openJournal(ports.store, lease, companyId, stored);
      if (journal.doc().notBefore > clock.now()) return { againAt: journal.doc().notBefore };
      try {
        const { platform, access } = whileHeld(await accessAccount(ports, companyId, stored.doc.account), lease.isHeld);
        const conversions = offeredGroup(platform, 'conversions');
        const payload = await openPayload(ports, companyId, id);
        if (payload === undefined && allLeft(stored.doc).length > 0)
          return await giveUp(clock.now(), journal, payloadGone(platform.definition.id), 'window_over');
        return await carryOn({ clock, conversions, access, payload: payload ?? [] }, journal, options);
      } catch (error) {
        if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
        return giveUp(clock.now(), journal, accessFailure(error, stored.doc.account), 'connection_lost');
      }
    },
  });
}

async function openPayload({ store, secrets }: EffectPorts, companyId: string, id: string): Promise<readonly Json[] | undefined> {
  const found = await store.get(payloadKind, companyId, id);
  if (found === undefined) return undefined;
  // Made by `toWire`.
  return JSON.parse(await secrets.open(found.doc.sealed, { companyId, use: 'conversions' })) as Json[];
}

async function carryOn(sender: Sender, journal: Journal, { stopping }: RunOptions): Promise<JobDone> {
  for (;;) {
    if (stopping?.()) return { againAt: sender.clock.now() };
    const doc = journal.doc();
    const bad = culprit(doc.work);
    if (bad !== undefined) {
      await refuse(journal, [bad], sender.payload);
      continue;
    }
    const group = doc.sending?.positions ?? nextGroup(doc.work, sender.conversions.mostEvents);
    if (group.length === 0) return askForOutcomes(sender, journal);
    const again = await sendGroup(sender, journal, group);
    if (again !== undefined) return { againAt: again };
  }
}

/** What has not left is refused and may be sent again; what left without an answer is uncertain. */
export const dropConversions = (
  ports: Pick<EffectPorts, 'store' | 'clock'>,
  companyId: string,
  id: string,
  holder: Holder,
): Promise<JobDone> =>
  workUnderLease(ports, companyId, {
    name: `conversions:${id}`,
    holder,
    work: async (lease) => {
      const stored = await ports.store.get(deliveryKind, companyId, id);
      if (stored === undefined || stored.doc.state === 'settled') return undefined;
      const journal = openJournal(ports.store, lease, companyId, stored);
      return giveUp(lease.clock.now(), journal, dropped(stored.doc.account), 'dropped');
    },
  });

/** No account, no payload, or a dropped job: what has not left never will. */
async function giveUp(now: number, journal: Journal, failure: PlatformFailure, cause: UncertainCause): Promise<JobDone> {
  const { sending, attempts: before, uploadId } = journal.doc();
  const attempts = before + 1;
  if (failure.retryable && attempts < MAX_ATTEMPTS) {
    const notBefore = now + pauseBefore(uploadId, attempts);
    await journal.write({ notBefore, attempts });
    return { againAt: notBefore };
  }
  if (sending !== undefined) await leaveUncertain(journal, { ...sending, failure }, cause);
  await journal.write({ lastFailure: failure });
  const left = allLeft(journal.doc());
  if (left.length > 0) await refuse(journal, left, [], true);
  await journal.settle();
  return undefined;
}
