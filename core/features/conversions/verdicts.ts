import type { SendAnswer } from '../../ports/platform-conversions.ts';
import type { Json } from '../../ports/store.ts';
import { processEnded, withoutData } from './failures.ts';
import { afterFound, afterTaken } from './halving.ts';
import type { Journal } from './journal.ts';
import { type DeliveryRecord, type EventFailure, type Sending, type UncertainCause, withOutcome } from './records.ts';

/** Where this many were bad and none was good, the rest is refused too. */
const ALL_BAD = 10;

const unsent = { sending: undefined, attempts: 0, notBefore: 0 } as const;

export const allLeft = ({ work }: DeliveryRecord): readonly number[] => [...(work.suspect ?? []), ...work.rest];

export async function take(
  journal: Journal,
  group: readonly number[],
  { refused: failures = [], receipt, isUncounted }: SendAnswer & { readonly taken: true },
  payload: readonly Json[],
): Promise<void> {
  const doc = journal.doc();
  const bad = group.filter((_, place) => failures[place] !== undefined);
  const good = group.filter((_, place) => failures[place] === undefined);
  const arrived = withOutcome(doc.outcomes, good, receipt === undefined && !isUncounted ? 'c' : 's');
  const told = group.flatMap((at, place): readonly EventFailure[] => {
    const failure = failures[place];
    return failure ? [{ at, failure: withoutData(failure, [payload[at]]) }] : [];
  });
  await journal.refuse(
    {
      outcomes: withOutcome(arrived, bad, 'r'),
      failures: [...doc.failures, ...told],
      work: afterTaken(doc.work, group),
      ...(receipt !== undefined && { receipts: [...(doc.receipts ?? []), { receipt, positions: good }] }),
      ...unsent,
    },
    bad,
  );
}

/** For the reason the platform gave last. */
export async function refuse(
  journal: Journal,
  positions: readonly number[],
  payload: readonly Json[],
  isEverything = false,
): Promise<void> {
  const doc = journal.doc();
  const { lastFailure: failure } = doc;
  if (failure === undefined) throw new Error('Events are refused for a reason.');
  const found = afterFound(doc.work);
  // The rest would be refused one by one.
  const isHopeless = found.found >= ALL_BAD && !/[sc]/.test(doc.outcomes);
  const all = isHopeless ? [...positions, ...found.rest] : positions;
  await journal.refuse(
    {
      outcomes: withOutcome(doc.outcomes, all, 'r'),
      failures: [...doc.failures, ...all.map((at) => ({ at, failure: withoutData(failure, [payload[at]]) }))],
      work: isEverything || isHopeless ? { rest: [], found: found.found } : found,
      ...unsent,
    },
    all,
  );
}

/** They may have arrived, and a repetition might count twice. Their keys stay taken. */
export async function leaveUncertain(journal: Journal, sending: Sending, cause: UncertainCause): Promise<void> {
  const doc = journal.doc();
  const { positions, failure = processEnded(doc.account) } = sending;
  await journal.write({
    outcomes: withOutcome(doc.outcomes, positions, 'u'),
    failures: [...doc.failures, ...positions.map((at) => ({ at, failure, cause }))],
    work: afterTaken(doc.work, positions),
    ...unsent,
  });
}
