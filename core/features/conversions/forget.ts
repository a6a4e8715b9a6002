import { CONVERSION_DAYS } from '../../base/limits.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { bothOf, type Forgotten, forgetExpired } from '../../records/expired.ts';
import {
  deliveryKind,
  eventKeyKind,
  PAYLOAD_MS,
  payloadKind,
  tallyKind,
  uploadKind,
} from './records.ts';

/** Sealed events first, then uploads and outcomes, then keys. */
export async function forgetConversions(
  {
    store,
    clock,
    conversionDays = CONVERSION_DAYS,
  }: Pick<ServicePorts, 'store' | 'clock' | 'conversionDays'>,
  companyId: string,
): Promise<Forgotten> {
  const now = clock.now();
  const before = now - conversionDays * 86_400_000;
  return bothOf(
    await forgetExpired(store, payloadKind, companyId, {
      by: 'createdAt',
      before: Math.max(before, now - PAYLOAD_MS),
    }),
    await forgetExpired(store, tallyKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, deliveryKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, uploadKind, companyId, { by: 'createdAt', before }),
    await forgetExpired(store, eventKeyKind, companyId, { by: 'expiresAt', before: now }),
  );
}
