import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import { type RequestFields, withRequestErrors } from '../../base/refusal.ts';
import type { Json, Write } from '../../ports/store.ts';
import type { Steps } from '../../records/once.ts';
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

export const refusedWrite = (ports: TracePorts, caller: Actor, change: Change, { message, traceId }: PlatformFailure): Write =>
  changeWrite(ports, caller, { ...change, action: `${change.action}.refused` }, { reason: message, traceId });

interface Tracing<P extends object, A extends object> {
  readonly change: Change;
  readonly at: RequestFields;
  readonly progress: P;
  readonly steps: Steps<P, A>;
}

/**
 * Writes a change down with what a later attempt must know, and carries it out. A refusal is written down too and thrown with
 * its place in the request. Without an answer the change stays begun: a repeated request makes it again.
 */
export async function traced<P extends object, A extends object>(
  ports: TracePorts,
  caller: Actor,
  { change, at, progress, steps }: Tracing<P, A>,
  work: () => Promise<unknown>,
): Promise<void> {
  if (steps.begun === undefined) await steps.begin(progress, [changeWrite(ports, caller, change)]);
  try {
    await withRequestErrors(at, work);
  } catch (error) {
    if (error instanceof PlatformError) {
      const trace = [refusedWrite(ports, caller, change, error.failure)];
      await (error.failure.class === 'transient' ? steps.begin(progress, trace) : steps.refuse(trace));
    }
    throw error;
  }
}
