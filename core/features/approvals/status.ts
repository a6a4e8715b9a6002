import type { Clock } from '../../ports/clock.ts';
import type { ApprovalRecord } from './records.ts';
import type { ApprovalStatus } from './schema.ts';

/** Where a plan stands at this moment. */
export function statusOf({ clock }: { readonly clock: Clock }, doc: ApprovalRecord): ApprovalStatus {
  if (doc.results !== undefined) return doc.results.every(({ status }) => status === 'done') ? 'applied' : 'failed';
  if (doc.declined !== undefined) return 'declined';
  if (clock.now() >= doc.expiresAt) return 'expired';
  return doc.approved === undefined ? 'awaiting_approval' : 'approved';
}

/** Whether it waits for an approval, or to be applied. */
export const isOpen = (ports: { readonly clock: Clock }, doc: ApprovalRecord): boolean =>
  ['awaiting_approval', 'approved'].includes(statusOf(ports, doc)) && doc.startedAt === undefined;
