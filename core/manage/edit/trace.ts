import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import { type RequestFields, withRequestErrors } from '../../base/refusal.ts';
import type { Json, Write } from '../../ports/store.ts';
import type { Steps } from '../../records/once.ts';
import type { ManagePorts } from '../open-account.ts';

/** One change of one object. */
export interface Change {
  /** Noun and verb: `ad.status`, `campaign.budget`. */
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
  auditWrite(ports, caller, change.action, change.subject, {
    adAccountId: change.adAccountId,
    ...(change.before && { before: change.before }),
    ...(change.after && { after: change.after }),
    ...more,
  });

/** The trace of a change that the platform refused. */
export const refusedWrite = (ports: TracePorts, caller: Actor, change: Change, { message, traceId }: PlatformFailure): Write =>
  changeWrite(ports, caller, { ...change, action: `${change.action}.refused` }, { reason: message, traceId });

/**
 * One change of one object: written down with what a later attempt must know, carried out, and where it is
 * refused that is written down too and thrown with its place in the request. Where the platform gave no answer
 * the change stays begun: whoever repeats the request has it made again.
 */
export async function traced<P extends object, A extends object>(
  ports: TracePorts,
  caller: Actor,
  { change, at, progress }: { readonly change: Change; readonly at: RequestFields; readonly progress: P },
  steps: Steps<P, A>,
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
