import { PlatformError } from '../../base/errors.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { ReceiptOutcome } from '../../ports/platform-conversions.ts';
import type { Journal } from './journal.ts';
import { type DeliveryRecord, type Receipt, withOutcome } from './records.ts';
import type { Sender } from './request.ts';

const FIRST_LOOK_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const LAST_LOOK_MS = 24 * 3_600_000;

/** Everything is sent: asks for outcomes that the platform tells later, for a day, then settles the delivery. */
export async function askForOutcomes(sender: Sender, journal: Journal): Promise<JobDone> {
  const { clock } = sender;
  const { receipts = [], createdAt } = journal.doc();
  for (const receipt of receipts) await keepOutcome(journal, receipt, await outcomeOf(sender, receipt));
  const age = clock.now() - createdAt;
  if ((journal.doc().receipts ?? []).length === 0 || age >= LAST_LOOK_MS) {
    await journal.settle();
    return undefined;
  }
  const notBefore = clock.now() + Math.max(FIRST_LOOK_MS, Math.min(age, LONGEST_PAUSE_MS));
  await journal.write({ notBefore, attempts: 0 });
  return { againAt: notBefore };
}

async function outcomeOf({ conversions, access }: Sender, { receipt }: Receipt): Promise<ReceiptOutcome> {
  try {
    return (await conversions.outcome?.(access, receipt)) ?? { state: 'done', partial: true };
  } catch (error) {
    if (error instanceof PlatformError && error.failure.retryable) return { state: 'processing' };
    throw error;
  }
}

/** Removes a receipt in the commit of its outcome, so that it counts once. */
async function keepOutcome(journal: Journal, { receipt, positions }: Receipt, outcome: ReceiptOutcome): Promise<void> {
  if (outcome.state === 'processing') return;
  const doc = journal.doc();
  const change: Partial<DeliveryRecord> = { receipts: (doc.receipts ?? []).filter((each) => each.receipt !== receipt) };
  if (outcome.state === 'failed') {
    const { failure } = outcome;
    const failures = [...doc.failures, ...positions.map((at) => ({ at, failure }))];
    await journal.refuse({ ...change, outcomes: withOutcome(doc.outcomes, positions, 'r'), failures }, positions);
  } else await journal.write({ ...change, ...(!outcome.partial && { outcomes: withOutcome(doc.outcomes, positions, 'c') }) });
}
