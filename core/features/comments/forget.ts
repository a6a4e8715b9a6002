import { type EffectPlan, effectPlanKind } from '../../effects/plan.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Kind, Stored, Write } from '../../ports/store.ts';
import { bothOf, type Forgotten, forgetExpired } from '../../records/expired.ts';
import { adThreadsKind, commentKind, KEPT_MS, replyClaimKind, timeKey } from './records.ts';

const STEP = 200;
const AD_THREADS_MS = 7 * 86_400_000;

export async function forgetComments(
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
): Promise<Forgotten> {
  const before = clock.now() - KEPT_MS;
  const comments = await store.find(commentKind, companyId, {
    where: { sort: { before: timeKey(before) } },
    order: { by: 'sort' },
    limit: STEP,
  });
  const plans = await store.find(effectPlanKind, companyId, {
    where: { state: 'finished' satisfies EffectPlan['state'], createdAt: { before } },
    order: { by: 'createdAt' },
    limit: STEP,
  });
  const without = (kind: Kind, items: readonly Pick<Stored<object>, 'id' | 'version'>[]) =>
    items.map(
      ({ id, version }): Write => ({ kind, companyId, id, expect: version, doc: undefined }),
    );
  const gone = [...without(commentKind, comments.items), ...without(effectPlanKind, plans.items)];
  const conflict = gone.length === 0 ? undefined : await store.commit(gone);
  const ads = await forgetExpired(store, adThreadsKind, companyId, {
    by: 'readAt',
    before: clock.now() - AD_THREADS_MS,
  });
  const claims = await forgetExpired(store, replyClaimKind, companyId, { by: 'claimedAt', before });
  const isMore = conflict !== undefined || comments.next !== undefined || plans.next !== undefined;
  return bothOf(isMore ? 'more' : 'done', ads, claims);
}
