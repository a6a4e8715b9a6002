import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { PlatformError, type PlatformFailure } from '../errors.ts';
import type { Json, Write } from '../ports/store.ts';
import type { ManagePorts } from './open-account.ts';
import { asking, type RequestFields } from './refusal.ts';

/** One change of one object. */
export interface Change {
  /** Noun and verb: `ad.status`, `campaign.budget`. */
  readonly action: string;
  readonly subject: string;
  readonly adAccountId: string;
  readonly before?: { readonly [field: string]: Json };
  readonly after?: { readonly [field: string]: Json };
}

type TracePorts = Pick<ManagePorts, 'store' | 'clock' | 'secrets'>;

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

/**
 * Writes changes down before they are sent: if the process dies in between there is a trace of what was
 * asked for. What the platform then refuses is added by `traceRefused`.
 */
export async function traceChanges(ports: TracePorts, caller: Actor, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await ports.store.commit(changes.map((change) => changeWrite(ports, caller, change)));
}

export async function traceRefused(
  ports: TracePorts,
  caller: Actor,
  refused: readonly { readonly change: Change; readonly failure: PlatformFailure }[],
): Promise<void> {
  if (refused.length === 0) return;
  await ports.store.commit(
    refused.map(({ change, failure }) =>
      changeWrite(
        ports,
        caller,
        { ...change, action: `${change.action}.refused` },
        {
          reason: failure.message,
          traceId: failure.traceId,
        },
      ),
    ),
  );
}

/** One change: written down, carried out, and where it is refused that is written down too and thrown with its place in the request. */
export async function traced<T>(
  ports: TracePorts,
  caller: Actor,
  change: Change,
  at: RequestFields,
  work: () => Promise<T>,
): Promise<T> {
  await traceChanges(ports, caller, [change]);
  try {
    return await asking(at, work);
  } catch (error) {
    if (error instanceof PlatformError) await traceRefused(ports, caller, [{ change, failure: error.failure }]);
    throw error;
  }
}
