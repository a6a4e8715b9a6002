import type { EventRow } from './event-sheet.ts';
import type { OutcomeLetter, outcomeNames } from './records.ts';

/** Which event of which upload a row was sent as. */
export interface SentPlace {
  readonly uploadId: string;
  readonly index: number;
}

/** `up_1#4|purchase|order-7`: with the key of the event, so that a cell that was moved to another row counts for its own. */
export const sentAsText = ({ uploadId, index }: SentPlace, key: string): string => `${uploadId}#${index}|${key}`;

/** Where the events of a tab were sent, by their keys, whichever rows the cells stand in. The latest upload counts. */
export function sentPlaces(rows: readonly Pick<EventRow, 'sentAs'>[]): ReadonlyMap<string, SentPlace> {
  const places = new Map<string, SentPlace>();
  for (const { sentAs } of rows) {
    const [place = '', ...key] = sentAs.split('|');
    const [uploadId = '', index = ''] = place.split('#');
    if (uploadId !== '' && /^\d{1,6}$/.test(index)) places.set(key.join('|'), { uploadId, index: Number(index) });
  }
  return places;
}

/** What became of an event, at all destinations together. */
export interface EventOutcome {
  readonly outcome: OutcomeName;
  readonly problem: string;
}

export type OutcomeName = (typeof outcomeNames)[OutcomeLetter];

/** From what needs a person to what does not. */
const order: readonly OutcomeName[] = ['refused', 'uncertain', 'queued', 'sent', 'confirmed'];

const graver = (one: OutcomeName, other: OutcomeName): OutcomeName => (order.indexOf(one) <= order.indexOf(other) ? one : other);

/** An upload as the service answers it. */
export interface ToldUpload {
  readonly destinations: readonly {
    readonly destination: string;
    readonly counts: { readonly queued: number; readonly sent: number };
    readonly failures: readonly { readonly index: number; readonly outcome: string; readonly message: string }[];
  }[];
}

/** What an upload says of one of its events. */
export function outcomeIn({ destinations }: ToldUpload, index: number): EventOutcome {
  let outcome: OutcomeName = 'confirmed';
  const problems: string[] = [];
  for (const { destination, counts, failures } of destinations) {
    const failure = failures.find((each) => each.index === index);
    if (failure !== undefined) problems.push(`${destination}: ${failure.message}`);
    const rest: OutcomeName = counts.queued > 0 ? 'queued' : counts.sent > 0 ? 'sent' : 'confirmed';
    // The service names outcomes as they are named here.
    outcome = graver(outcome, failure === undefined ? rest : (failure.outcome as OutcomeName));
  }
  return { outcome, problem: problems.join('\n') };
}

/** What the words of a tab are for an outcome. */
export const outcomeWords: { readonly [name in OutcomeName]: string } = {
  ...{ queued: 'Sending', sent: 'Sent', confirmed: 'Confirmed', refused: 'Refused', uncertain: 'Uncertain' },
};

export const eventWords = { faulty: 'Needs fixing', ready: 'Ready to send' } as const;

/** An event that was sent already, as a request that names it again is answered. */
export const placeOfDuplicate = ({
  uploadId,
  firstIndex,
}: {
  readonly uploadId: string;
  readonly firstIndex: number;
}): SentPlace => ({ uploadId, index: firstIndex });
