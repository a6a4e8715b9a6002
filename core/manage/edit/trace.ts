import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { Json, Write } from '../../ports/store.ts';
import type { ManagePorts } from '../open-account.ts';

export interface Change {
  /** `ad.status`, `campaign.budget`. */
  readonly action: string;
  readonly subject: string;
  readonly adAccountId: string;
  readonly before?: { readonly [field: string]: Json };
  readonly after?: { readonly [field: string]: Json };
}

type TracePorts = Pick<ManagePorts, 'clock' | 'secrets'>;

export const changeWrite = (
  ports: TracePorts,
  caller: Actor,
  change: Change,
  more: { readonly [name: string]: Json } = {},
): Write =>
  auditWrite(ports, caller, {
    action: change.action,
    subject: change.subject,
    details: {
      adAccountId: change.adAccountId,
      ...defined({ before: change.before, after: change.after }),
      ...more,
    },
  });

export const refusedWrite = (
  ports: TracePorts,
  caller: Actor,
  change: Change,
  { message, traceId }: PlatformFailure,
): Write =>
  changeWrite(
    ports,
    caller,
    { ...change, action: `${change.action}.refused` },
    { reason: message, traceId },
  );
