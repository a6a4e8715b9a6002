import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Store } from '../../ports/store.ts';
import type { Holder } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import { openJournal } from './journal.ts';
import { deliveryKind } from './records.ts';
import { giveUp } from './run.ts';

/** What has not left is refused and may be sent again; what left without an answer is uncertain. */
export const dropConversions = (
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  id: string,
  holder: Holder,
): Promise<JobDone> =>
  workUnderLease(ports, companyId, `conversions:${id}`, { holder }, async (lease) => {
    const stored = await ports.store.get(deliveryKind, companyId, id);
    if (stored === undefined || stored.doc.state === 'settled') return undefined;
    const journal = openJournal(ports.store, lease, companyId, stored);
    return giveUp(lease.clock.now(), journal, dropped(stored.doc.account), 'dropped');
  });

const dropped = (account: AccountKey): PlatformFailure => ({
  ...{ platform: accountOfKey(account).platform, class: 'blocked', retryable: false, traceId: '' },
  message: 'The service failed at these events again and again, and its operator ended their delivery.',
  fix: 'Send them again once the operator says that the reason is corrected.',
});
