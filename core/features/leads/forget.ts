import { accountOfKey } from '../../base/account-key.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Write } from '../../ports/store.ts';
import { bothOf, expiredOf, type Forgotten, forgetExpired } from '../../records/expired.ts';
import { erasureKind, leadKind, tombstoneMs, tombstoneOf } from './records.ts';

const STEP = 200;

/**
 * Turns leads whose days are over into tombstones, and removes tombstones that outlived the lead at
 * its platform.
 */
export async function forgetLeads(
  { store, clock, platforms }: Pick<ServicePorts, 'store' | 'clock' | 'platforms'>,
  companyId: string,
): Promise<Forgotten> {
  const now = clock.now();
  const { items, left } = await expiredOf(store, leadKind, companyId, {
    by: 'endsAt',
    before: now,
    limit: STEP,
  });
  const writes = items.map(({ id, version, doc }): Write => {
    const keptDays = platforms[accountOfKey(doc.account).platform]?.leads?.keptDays;
    const next =
      doc.state === 'kept' ? tombstoneOf(doc, 'expired', now + tombstoneMs(keptDays)) : undefined;
    return { kind: leadKind, companyId, id, expect: version, doc: next };
  });
  const conflict = writes.length === 0 ? undefined : await store.commit(writes);
  const erasures = await forgetExpired(store, erasureKind, companyId, {
    by: 'endsAt',
    before: now,
  });
  return bothOf(conflict === undefined ? left : 'more', erasures);
}
