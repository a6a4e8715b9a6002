import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { Holder } from '../../records/lease.ts';
import { workUnderLease } from '../../records/work-under-lease.ts';
import { endDuplicate } from './end-restored.ts';
import { duplicateKind } from './records.ts';

const NOT_COPIED =
  'The service failed at this copy again and again, and its operator ended it. Look for it in the ad account before asking for it again.';

/** Ends a copy that the operator of the service gives up. */
export const dropDuplicate = (
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  id: string,
  holder: Holder,
) =>
  workUnderLease(ports, companyId, `duplicate:${id}`, { holder }, async (lease) => {
    const duplicate = await ports.store.get(duplicateKind, companyId, id);
    if (duplicate?.doc.state === 'running') await endDuplicate(ports.store, companyId, duplicate, lease.clock.now(), NOT_COPIED);
    return undefined;
  });
