import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { type Forgotten, forgetExpired } from '../../records/expired.ts';
import { deliveryKind, eventKeyKind, PAYLOAD_MS, payloadKind, RETENTION_DAYS, tallyKind, uploadKind } from './records.ts';

export interface ForgetPorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Default 90. */
  readonly conversionDays?: number;
}

/** Sealed events first, then uploads and outcomes, then keys. */
export async function forgetConversions(
  { store, clock, conversionDays = RETENTION_DAYS }: ForgetPorts,
  companyId: string,
): Promise<Forgotten> {
  const now = clock.now();
  const before = now - conversionDays * 86_400_000;
  const steps = [
    await forgetExpired(store, payloadKind, companyId, { by: 'createdAt', before: Math.max(before, now - PAYLOAD_MS) }),
    await forgetExpired(store, tallyKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, deliveryKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, uploadKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, eventKeyKind, companyId, { by: 'expiresAt', before: now }),
  ];
  return steps.includes('more') ? 'more' : 'done';
}
