import type { PlatformFailure } from '../../base/errors.ts';
import type { SendAnswer } from '../../ports/platform-conversions.ts';
import type { Json } from '../../ports/store.ts';
import { processEnded, withoutData } from './failures.ts';
import { afterBlamed, afterFound, afterRefused, afterTaken, afterUnknown } from './halving.ts';
import {
  type DeliveryRecord,
  type EventFailure,
  type Sending,
  type UncertainCause,
  withOutcome,
} from './records.ts';

/** What an answer changes in a delivery. */
export type Verdict = Partial<DeliveryRecord>;

/** Where this many were bad and none was good, the rest is refused too. */
const ALL_BAD = 10;

const unsent = { sending: undefined, attempts: 0, notBefore: 0 } as const;

export const allLeft = ({ work }: DeliveryRecord): readonly number[] => [
  ...(work.suspect ?? []),
  ...work.rest,
];

/** Told with their reasons: refused, or uncertain. */
export function failed(
  { outcomes, failures }: DeliveryRecord,
  letter: 'r' | 'u',
  told: readonly EventFailure[],
): Verdict {
  const positions = told.map(({ at }) => at);
  return { outcomes: withOutcome(outcomes, positions, letter), failures: [...failures, ...told] };
}

export function taken(
  doc: DeliveryRecord,
  group: readonly number[],
  { refused: reasons = [], receipt, isUncounted }: SendAnswer & { readonly taken: true },
  payload: readonly Json[],
): Verdict {
  const positions = group.filter((_, place) => reasons[place] === undefined);
  const outcomes = withOutcome(
    doc.outcomes,
    positions,
    receipt === undefined && !isUncounted ? 'c' : 's',
  );
  const told = group.flatMap((at, place) => {
    const reason = reasons[place];
    return reason ? [{ at, failure: withoutData(reason, [payload[at]]) }] : [];
  });
  return {
    ...failed({ ...doc, outcomes }, 'r', told),
    work: afterTaken(doc.work, group),
    ...(receipt !== undefined && { receipts: [...(doc.receipts ?? []), { receipt, positions }] }),
    ...unsent,
  };
}

/** One event of the group is bad: the one in this place, if the platform names it. */
export function narrowed(
  { work }: DeliveryRecord,
  group: readonly number[],
  lastFailure: PlatformFailure,
  place = -1,
): Verdict {
  const blamed = group[place];
  const narrower =
    blamed === undefined ? afterRefused(work, group) : afterBlamed(work, group, blamed);
  return { work: narrower, lastFailure, ...unsent };
}

export function refused(
  doc: DeliveryRecord,
  positions: readonly number[],
  failure: PlatformFailure,
  payload: readonly Json[],
): Verdict {
  const { rest, found } = afterFound(doc.work);
  // The rest would be refused one by one.
  const isHopeless = found >= ALL_BAD && !/[sc]/.test(doc.outcomes);
  const all = new Set(isHopeless ? [...positions, ...rest] : positions);
  const told = [...all].map((at) => ({ at, failure: withoutData(failure, [payload[at]]) }));
  return {
    ...failed(doc, 'r', told),
    work: { rest: rest.filter((at) => !all.has(at)), found },
    ...unsent,
  };
}

/** They may have arrived, and a repetition might count twice. Their keys stay taken. */
export function uncertain(
  doc: DeliveryRecord,
  { positions, failure }: Sending,
  cause: UncertainCause,
): Verdict {
  const told = positions.map((at) => ({
    at,
    failure: failure ?? processEnded(doc.account),
    cause,
  }));
  return { ...failed(doc, 'u', told), work: afterUnknown(doc.work, positions), ...unsent };
}
