import type { EventRow } from './event-sheet.ts';
import type { OutcomeLetter, outcomeNames } from './records.ts';

export interface SentPlace {
  readonly uploadId: string;
  readonly index: number;
}

/**
 * `up_1#4|purchase|order-7`: with the key of the event, so that it counts for its own row after a
 * cell was moved.
 */
export const sentAsText = ({ uploadId, index }: SentPlace, key: string): string =>
  `${uploadId}#${index}|${key}`;

/** By event key, whichever rows the cells stand in. The latest upload counts. */
export function sentPlaces(
  rows: readonly Pick<EventRow, 'sentAs'>[],
): ReadonlyMap<string, SentPlace> {
  const places = new Map<string, SentPlace>();
  for (const { sentAs } of rows) {
    const [place = '', ...key] = sentAs.split('|');
    const [uploadId = '', index = ''] = place.split('#');
    if (uploadId !== '' && /^\d{1,6}$/.test(index))
      places.set(key.join('|'), { uploadId, index: Number(index) });
  }
  return places;
}

/** At all destinations together. */
export interface EventOutcome {
  readonly outcome: OutcomeName;
  readonly problem: string;
}

type OutcomeName = (typeof outcomeNames)[OutcomeLetter];

/** What needs a person first. */
const order: readonly OutcomeName[] = ['refused', 'uncertain', 'queued', 'sent', 'confirmed'];

const graver = (one: OutcomeName, other: OutcomeName): OutcomeName =>
  order.indexOf(one) <= order.indexOf(other) ? one : other;

interface ToldUpload {
  readonly destinations: readonly {
    readonly destination: string;
    readonly counts: { readonly queued: number; readonly sent: number };
    readonly failures: readonly {
      readonly index: number;
      readonly outcome: string;
      readonly message: string;
    }[];
  }[];
}

export function outcomeIn({ destinations }: ToldUpload, index: number): EventOutcome {
  let outcome: OutcomeName = 'confirmed';
  const problems: string[] = [];
  for (const { destination, counts, failures } of destinations) {
    const failure = failures.find((each) => each.index === index);
    if (failure !== undefined) problems.push(`${destination}: ${failure.message}`);
    const rest: OutcomeName = counts.queued > 0 ? 'queued' : counts.sent > 0 ? 'sent' : 'confirmed';
    // The service uses the same names.
    outcome = graver(outcome, failure === undefined ? rest : (failure.outcome as OutcomeName));
  }
  return { outcome, problem: problems.join('\n') };
}

export const outcomeWords: { readonly [name in OutcomeName]: string } = {
  queued: 'Sending',
  sent: 'Sent',
  confirmed: 'Confirmed',
  refused: 'Refused',
  uncertain: 'Uncertain',
};

export const eventWords = { faulty: 'Needs fixing', ready: 'Ready to send' } as const;

export const placeOfDuplicate = ({
  uploadId,
  firstIndex,
}: {
  readonly uploadId: string;
  readonly firstIndex: number;
}): SentPlace => ({ uploadId, index: firstIndex });
