import { accessAccount, whileHeld } from '../../accounts/access.ts';
import { offeredGroup } from '../../accounts/capabilities.ts';
import { type PlatformFailure, SlipwayError } from '../../base/errors.ts';
import { carryOn } from '../../effects/carry-on.ts';
import { pauseBefore } from '../../effects/policy.ts';
import type { EffectPorts } from '../../effects/run.ts';
import { rebasedDue } from '../../effects/waiting.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Json } from '../../ports/store.ts';
import { type Holder, type Lease, LeaseLost } from '../../records/lease.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { accessFailure, dropped, payloadGone } from './failures.ts';
import { workOnGroups } from './groups.ts';
import { askForOutcomes } from './receipts.ts';
import { deliveryKind, payloadKind, type UncertainCause } from './records.ts';
import { allLeft, refused, uncertain } from './verdicts.ts';

const MAX_ATTEMPTS = 12;

/** Sends what is left of a delivery. That a request leaves is committed before it does. */
export const runConversions = (
  outer: EffectPorts,
  companyId: string,
  id: string,
  { stopping = () => false, ...options }: WorkerOptions,
): Promise<JobDone> =>
  onDelivery(outer, companyId, id, options, async (lease, delivery) => {
    const { clock, head } = delivery;
    const ports = { ...outer, clock };
    const { account } = head();
    const againAt = rebasedDue(head(), clock.now());
    if (againAt !== head().notBefore) await delivery.write({ notBefore: againAt });
    if (againAt > clock.now()) return { againAt };
    try {
      const { platform, access } = whileHeld(
        await accessAccount(ports, companyId, account),
        lease.isHeld,
      );
      const conversions = offeredGroup(platform, 'conversions');
      const payload = await openPayload(ports, companyId, id);
      if (payload === undefined && allLeft(head()).length > 0)
        return await giveUp(delivery, payloadGone(account), 'window_over');
      const sender = { conversions, access, payload: payload ?? [] };
      return (
        (await carryOn(workOnGroups(sender, delivery, lease, stopping))) ??
        (await askForOutcomes(sender, delivery))
      );
    } catch (error) {
      if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
      return giveUp(delivery, accessFailure(error, account), 'connection_lost');
    }
  });

/** What has not left is refused and may be sent again; what left without an answer is uncertain. */
export const dropConversions = (
  ports: Pick<EffectPorts, 'store' | 'clock'>,
  companyId: string,
  id: string,
  holder: Holder,
): Promise<JobDone> =>
  onDelivery(ports, companyId, id, { holder }, (_lease, delivery) =>
    giveUp(delivery, dropped(delivery.head().account), 'dropped'),
  );

const onDelivery = (
  ports: Pick<EffectPorts, 'store' | 'clock'>,
  companyId: string,
  id: string,
  options: WorkerOptions,
  work: (lease: Lease, delivery: Delivery) => Promise<JobDone>,
): Promise<JobDone> =>
  workUnderLease(ports, companyId, {
    name: `conversions:${id}`,
    ...options,
    work: async (lease) => {
      const stored = await ports.store.get(deliveryKind, companyId, id);
      if (stored === undefined || stored.doc.state === 'settled') return undefined;
      return work(lease, openDelivery(ports.store, lease, companyId, stored));
    },
  });

async function openPayload(
  { store, secrets }: EffectPorts,
  companyId: string,
  id: string,
): Promise<readonly Json[] | undefined> {
  const found = await store.get(payloadKind, companyId, id);
  if (found === undefined) return undefined;
  // Made by `toWire`.
  return JSON.parse(
    await secrets.open(found.doc.sealed, { companyId, use: 'conversions' }),
  ) as Json[];
}

/** No account, no payload, or a dropped job: what has not left never will. */
async function giveUp(
  delivery: Delivery,
  failure: PlatformFailure,
  cause: UncertainCause,
): Promise<JobDone> {
  const { clock, head, write, settle } = delivery;
  const { sending, attempts: before, uploadId } = head();
  const attempts = before + 1;
  if (failure.retryable && attempts < MAX_ATTEMPTS) {
    const notBefore = clock.now() + pauseBefore(uploadId, attempts);
    await write({ notBefore, attempts });
    return { againAt: notBefore };
  }
  if (sending !== undefined) await write(uncertain(head(), { ...sending, failure }, cause));
  const left = allLeft(head());
  if (left.length > 0) await write(refused(head(), left, failure, []));
  await settle();
  return undefined;
}
