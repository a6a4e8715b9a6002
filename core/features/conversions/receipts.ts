import { PlatformError } from '../../base/errors.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { ReceiptOutcome } from '../../ports/platform-conversions.ts';
import type { Delivery } from './delivery.ts';
import type { Sender } from './groups.ts';
import { type DeliveryRecord, type Receipt, withOutcome } from './records.ts';
import { failed, type Verdict } from './verdicts.ts';

const FIRST_LOOK_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const LAST_LOOK_MS = 24 * 3_600_000;

/**
 * Everything is sent: asks for outcomes that the platform tells later, for a day, then settles the
 * delivery.
 */
export async function askForOutcomes(
  sender: Sender,
  { clock, head, write, settle }: Delivery,
): Promise<JobDone> {
  const { receipts = [], createdAt } = head();
  for (const receipt of receipts) {
    const outcome = await outcomeOf(sender, receipt);
    if (outcome.state !== 'processing') await write(heard(head(), receipt, outcome));
  }
  const age = clock.now() - createdAt;
  if ((head().receipts ?? []).length === 0 || age >= LAST_LOOK_MS) {
    await settle();
    return undefined;
  }
  const notBefore = clock.now() + Math.max(FIRST_LOOK_MS, Math.min(age, LONGEST_PAUSE_MS));
  await write({ notBefore, attempts: 0 });
  return { againAt: notBefore };
}

async function outcomeOf(
  { conversions, access }: Sender,
  { receipt }: Receipt,
): Promise<ReceiptOutcome> {
  try {
    return (await conversions.outcome?.(access, receipt)) ?? { state: 'done', partial: true };
  } catch (error) {
    if (error instanceof PlatformError && error.failure.retryable) return { state: 'processing' };
    throw error;
  }
}

/** Removes a receipt in the commit of its outcome, so that it counts once. */
function heard(
  doc: DeliveryRecord,
  { receipt, positions }: Receipt,
  outcome: ReceiptOutcome,
): Verdict {
  const receipts = (doc.receipts ?? []).filter((each) => each.receipt !== receipt);
  if (outcome.state === 'failed') {
    const told = positions.map((at) => ({ at, failure: outcome.failure }));
    return { receipts, ...failed(doc, 'r', told) };
  }
  const isCounted = outcome.state === 'done' && !outcome.partial;
  return { receipts, ...(isCounted && { outcomes: withOutcome(doc.outcomes, positions, 'c') }) };
}
