import type { Job } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { batchKind, LAUNCH_QUEUE } from './journal/records.ts';

/** The launch job of this id, where a batch waits for it and it is not there. */
export async function lostJob(
  store: Store,
  id: string,
): Promise<Pick<Job, 'queue' | 'companyId' | 'subject'> | undefined> {
  const [queue, companyId = '', subject = '', ...more] = id.split(':');
  if (queue !== LAUNCH_QUEUE || companyId === '' || !/^\d{1,15}$/.test(subject) || more.length > 0)
    return undefined;
  const batch = await store.get(batchKind, companyId, subject).catch(() => undefined);
  const isOpen = batch?.doc.rawStatus === 'Queued' || batch?.doc.rawStatus === 'Processing';
  return isOpen ? { queue, companyId, subject } : undefined;
}
