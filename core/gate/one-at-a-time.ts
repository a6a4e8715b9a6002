import { type AccountKey, adAccountIdOf } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { claimLease, createHolder, type Holder, startHeartbeat } from '../records/lease.ts';
import { randomId } from '../records/random-id.ts';

/** A process that died holds up the next change of the account for this long. */
const LEASE_MS = 30_000;
const LOOK_MS = 200;
/** Shorter than connections are kept open. */
const PATIENCE_MS = 2 * 60_000;

/**
 * Reads, judges and sends a change of an ad account's spending while no other does, in this process
 * or another: each is judged by what the ones before it left behind. `isHeld` says until the last
 * moment whether it may still be sent.
 */
export const oneAtATime = <T>(
  ports: TurnPorts,
  { companyId, key }: { readonly companyId: string; readonly key: AccountKey },
  work: (isHeld: () => boolean) => Promise<T>,
): Promise<T> => inTurn(ports, companyId, { name: `spending:${key}`, busy: () => busy(key) }, work);

interface TurnPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly holder?: Holder;
  readonly leaseMs?: number | undefined;
}

/**
 * The same for whatever has a name. Throws `busy` where others have it for longer than a request
 * may wait.
 */
export async function inTurn<T>(
  ports: TurnPorts,
  companyId: string,
  { name, busy: isBusy }: { readonly name: string; readonly busy: () => SlipwayError },
  work: (isHeld: () => boolean) => Promise<T>,
): Promise<T> {
  const { clock, leaseMs = LEASE_MS } = ports;
  const holder = ports.holder ?? createHolder(clock, randomId(ports.secrets, 'spend'));
  const until = clock.monotonic() + PATIENCE_MS;
  for (;;) {
    const lease = await claimLease(ports, companyId, { name, holder, ttlMs: leaseMs });
    if (lease !== undefined) {
      const stopHeartbeat = startHeartbeat(clock, lease, leaseMs);
      try {
        return await work(lease.isHeld);
      } finally {
        stopHeartbeat();
        await lease.release();
      }
    }
    if (clock.monotonic() >= until) throw isBusy();
    await clock.sleep(LOOK_MS);
  }
}

/** The same for several accounts of a company together. */
export function oneAtATimeInEach<T>(
  ports: Parameters<typeof oneAtATime>[0],
  companyId: string,
  keys: readonly AccountKey[],
  work: () => Promise<T>,
): Promise<T> {
  // The same order for all, so that no two wait for each other.
  const [key, ...others] = [...new Set(keys)].sort();
  if (key === undefined) return work();
  return oneAtATime(ports, { companyId, key }, () =>
    oneAtATimeInEach(ports, companyId, others, work),
  );
}

function busy(key: AccountKey): SlipwayError {
  const adAccountId = adAccountIdOf(key);
  const message = `Other changes of budgets and statuses in ${adAccountId} are under way. Nothing was changed; send this one again in a minute.`;
  return new SlipwayError('conflict', message, {
    details: [{ path: '', code: 'account_busy', message }],
  });
}
