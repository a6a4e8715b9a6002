import type { Caller } from '../../core/access/caller.ts';
import { companyKind } from '../../core/access/records.ts';
import { refuseSuspended } from '../../core/access/suspension.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { type BatchStatus, batchStatus, pagedStatus } from '../../core/launch/show/status.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { eachCall } from '../http/each-call.ts';
import { operationsOf } from '../invoke.ts';
import type { AllOperations } from '../operations.ts';
import { closedError } from '../process/lifetime.ts';

/** What a company can do: every operation of the API, with the same checks and the same answers. */
export interface Company extends AllOperations {
  /**
   * Waits until every ad of a batch is launched or has failed. Throws `unavailable` when the
   * service failed at it for more than a day, `closed` when it is closed meanwhile, and the reason
   * of `signal` when that is aborted; the batch goes on.
   *
   * @example
   * const { adBatchId } = await slipway.launch(request, { idempotencyKey: 'spring-sale' });
   * const { launchedAds, failedAds } = await slipway.finished(adBatchId, {
   *   signal: AbortSignal.timeout(60_000),
   *   onProgress: ({ progress }) => console.log(`${progress} %`),
   * });
   */
  finished(batchId: number, options?: FinishedOptions): Promise<BatchStatus>;
}

export interface FinishedOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Told at once, and again several times a second. */
  readonly onProgress?: ((status: BatchStatus) => void) | undefined;
}

const LOOK_MS = 250;

/** @param ending aborted when the service closes, for calls that wait */
export function openCompanyHandle(
  ports: AssembledPorts,
  caller: Caller,
  ending: AbortSignal,
): Company {
  return {
    ...operationsOf(ports, caller),
    async finished(batchId, { signal, onProgress } = {}) {
      for (;;) {
        signal?.throwIfAborted();
        const status = await pagedStatus(ports, caller.companyId, String(batchId));
        onProgress?.(status);
        if (status.status !== 'processing')
          return status.pagination === undefined
            ? status
            : batchStatus(ports, caller.companyId, String(batchId));
        if (status.halted !== undefined) throw new SlipwayError('unavailable', status.message);
        await rest(ports, signal === undefined ? [ending] : [ending, signal]);
        if (ending.aborted) throw closedError();
      }
    },
  };
}

/**
 * The same for a company that may not be there: every call looks first, and throws `not_found`, or
 * `forbidden` where it is suspended, before it does anything.
 */
export function openCheckedHandle(
  ports: AssembledPorts,
  caller: Caller,
  ending: AbortSignal,
): Company {
  const { companyId } = caller;
  const check = async (): Promise<void> => {
    const isId = typeof companyId === 'string' && /^[\w-]{1,100}$/.test(companyId);
    const company = isId ? await ports.store.get(companyKind, SYSTEM, companyId) : undefined;
    refuseSuspended(company?.doc);
    if (company !== undefined) return;
    throw new SlipwayError(
      'not_found',
      `There is no company ${String(companyId).slice(0, 100)} in this installation.`,
    );
  };
  return eachCall(openCompanyHandle(ports, caller, ending), async (call) => {
    await check();
    return call();
  });
}

/** Resolves after a while, or at once when one of the signals is aborted. */
async function rest({ clock }: ServicePorts, signals: readonly AbortSignal[]): Promise<void> {
  let wake = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    wake = resolve;
  });
  for (const signal of signals) signal.addEventListener('abort', wake);
  await Promise.race([clock.sleep(LOOK_MS), aborted]);
  for (const signal of signals) signal.removeEventListener('abort', wake);
}
