import * as v from 'valibot';
import { MOST_EVENTS } from '../conversions/bounds.ts';
import { uncertainCauses } from '../conversions/causes.ts';
import { isHashed, phoneDigits } from '../conversions/normalise.ts';
import { clickIds, conversionSources } from '../ports/platform-conversions.ts';
import { answer, listOf, pageEntries, platformError } from './envelope.ts';
import { described, shortText, timestamp, wholeNumber } from './fields.ts';
import { listOfAtMost } from './lists.ts';

const MOST_DESTINATIONS = 10;

const optionalText = (max: number) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(max, `At most ${max} characters fit here.`),
        v.transform((text) => (text === '' ? undefined : text)),
        described({ type: 'string', maxLength: max }),
      ),
    ),
  );

/** `129.90`, as text so that nothing is lost on the way. */
export const amountText = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'Give an amount as text with a dot, like "129.90".'),
);

const currencyText = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, 'Give an ISO 4217 code, like EUR.'));

/** A rule with a code of its own, listed together with all other faults of a request. */
const rule = (code: string, message: string, holds: (text: string | undefined) => boolean) => ({
  ...v.check<string | undefined, string>(holds, message),
  // Faults are named by the type of what refused.
  type: code as 'check',
});

/** Text that a rule holds for, where there is any. */
const ruledText = (max: number, code: string, message: string, holds: (text: string) => boolean) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(max, `At most ${max} characters fit here.`),
        v.transform((text) => (text === '' ? undefined : text)),
        rule(code, message, (text) => text === undefined || isHashed(text) || holds(text)),
        described({ type: 'string', maxLength: max }),
      ),
    ),
  );

/** Something, an at sign, and a domain with a dot inside; no blanks. */
function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const dot = domain.indexOf('.');
  return more.length === 0 && local !== '' && dot > 0 && dot < domain.length - 1 && !/\s/.test(text);
}

const email = ruledText(320, 'invalid_email', 'This is no email address, and no SHA-256 of one.', isAddress);
const phone = ruledText(
  ...([64, 'invalid_phone', 'Give the number with its country code: 7 to 16 digits, or the SHA-256 of it.'] as const),
  (text) => phoneDigits(text) !== undefined,
);
const country = ruledText(64, 'invalid_country', 'Give two letters, like DE.', (text) => /^[A-Za-z]{2}$/.test(text));

const consent = v.optional(v.nullable(v.picklist(['granted', 'denied'], 'Consent is granted or denied.')));

const eventObject = v.object({
  eventId: v.pipe(shortText(200), v.description('Yours, the same for each repetition of one event.')),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[A-Za-z][A-Za-z0-9_ -]{0,49}$/, 'A name begins with a letter and has at most 50 letters, digits and underscores.'),
    v.description('purchase, lead, sign_up, add_to_cart, view_content, … or a name of the platform.'),
  ),
  happenedAt: timestamp,
  source: v.optional(
    v.pipe(
      v.picklist(conversionSources, `The source is one of ${conversionSources.join(', ')}.`),
      v.description('Default: website.'),
    ),
  ),
  url: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]{1,2000}$/, 'A link begins with https://.')))),
  value: v.optional(v.nullable(amountText)),
  currency: v.optional(v.nullable(currencyText)),
  orderId: optionalText(100),
  items: v.optional(
    v.nullable(
      listOfAtMost(
        v.object({ id: shortText(100), quantity: v.optional(wholeNumber(1, 100_000)), price: v.optional(amountText) }),
        100,
      ),
    ),
  ),
  user: v.object({
    ...{ email, phone, externalId: optionalText(200) },
    ...{ firstName: optionalText(200), lastName: optionalText(200), city: optionalText(200), region: optionalText(200) },
    ...{ postalCode: optionalText(64), country, ip: optionalText(64), userAgent: optionalText(1_000) },
    clickIds: v.optional(
      v.nullable(v.object(Object.fromEntries(clickIds.map((name) => [name, optionalText(500)])) as ClickIdEntries)),
    ),
  }),
  consent: v.optional(v.nullable(v.object({ adUserData: consent, adPersonalization: consent }))),
});
type EventObject = v.InferOutput<typeof eventObject>;

const isPriced = ({ value, currency }: EventObject): boolean => !value || Boolean(currency);
const priced = { ...v.check<EventObject, string>(isPriced, 'A value needs its currency.'), type: 'missing_currency' as 'check' };

export const conversionEvent = v.pipe(eventObject, v.forward(priced, ['currency']));
type ClickIdEntries = { readonly [name in (typeof clickIds)[number]]: ReturnType<typeof optionalText> };

export type SentEvent = v.InferOutput<typeof conversionEvent>;

export const destinationText = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z][a-z-]{1,40}:[!-~]{1,200}$/, 'Name a destination with its platform, like primary:1729525464415281.'),
);

const mode = v.optional(
  v.pipe(
    v.picklist(['send', 'check'], 'The mode is send or check.'),
    v.description(
      'Default: send. `check` says what would be refused, by the platform too where it has a check of its own, and sends nothing.',
    ),
  ),
);

export const sendRequest = v.object({
  destinations: v.pipe(
    listOfAtMost(destinationText, MOST_DESTINATIONS, 'destinations'),
    v.minLength(1, 'Name at least one destination.'),
  ),
  events: v.pipe(listOfAtMost(conversionEvent, MOST_EVENTS, 'events'), v.minLength(1, 'Give at least one event.')),
  mode,
  testCode: optionalText(100),
});
export type SendRequest = v.InferOutput<typeof sendRequest>;

const outcomes = ['queued', 'sent', 'confirmed', 'refused', 'uncertain'] as const;

const refusedEvent = v.object({
  index: v.number(),
  destination: v.optional(v.string()),
  path: v.string(),
  cell: v.optional(v.pipe(v.string(), v.description('Of an event that came in a table, like C7.'))),
  code: v.string(),
  message: v.string(),
});

const duplicateEvent = v.object({
  index: v.number(),
  destination: v.string(),
  eventId: v.string(),
  firstSeenAt: v.string(),
  uploadId: v.string(),
  firstIndex: v.pipe(v.number(), v.description('Where it stood in that upload.')),
  outcome: v.pipe(v.picklist(outcomes), v.description('What has become of it so far.')),
});

export const sendResponse = answer({
  /** Absent after a check, and where nothing was accepted. */
  uploadId: v.optional(v.string()),
  mode: v.picklist(['send', 'check']),
  /** Events x destinations that were accepted, or would be. */
  accepted: v.number(),
  refused: v.array(refusedEvent),
  duplicates: v.array(duplicateEvent),
  warnings: v.optional(v.array(v.object({ path: v.string(), code: v.string(), message: v.string() }))),
  /** After a check: which destinations were asked. */
  checkedBy: v.optional(
    v.array(v.object({ destination: v.string(), by: v.picklist(['slipway', 'platform']), message: v.optional(v.string()) })),
  ),
});
export type SendResponse = v.InferOutput<typeof sendResponse>;

export const csvRequest = v.object({
  destinations: sendRequest.entries.destinations,
  csv: v.union([
    v.pipe(v.string(), v.description('A table with a line of headers, then an event a line.')),
    v.pipe(listOfAtMost(v.string(), 20_000, 'lines'), v.description('The same line by line, for more than 50,000 characters.')),
  ]),
  mode,
});
export type CsvRequest = v.InferOutput<typeof csvRequest>;

const counts = v.object({
  queued: v.number(),
  sent: v.number(),
  confirmed: v.number(),
  refused: v.number(),
  uncertain: v.number(),
});

const uploadEntries = {
  uploadId: v.string(),
  createdAt: v.string(),
  finished: v.boolean(),
  counts,
};

export const uploadResponse = answer({
  ...uploadEntries,
  destinations: v.array(
    v.object({
      destination: v.string(),
      state: v.picklist(['queued', 'sent', 'confirmed', 'refused', 'uncertain', 'mixed']),
      counts,
      requests: v.number(),
      failures: v.array(
        v.object({
          index: v.number(),
          outcome: v.string(),
          cause: v.optional(
            v.pipe(
              v.picklist(uncertainCauses),
              v.description(
                'Why an uncertain event is not sent again: the platform does not count a repetition once, its time for that is over, or the connection is gone.',
              ),
            ),
          ),
          code: v.string(),
          message: v.string(),
          platformError: v.optional(platformError),
        }),
      ),
    }),
  ),
});
export type UploadResponse = v.InferOutput<typeof uploadResponse>;

export const uploadList = listOf(v.object({ ...uploadEntries, destinations: v.array(v.string()) }));
export const uploadQuery = v.object(pageEntries(100, 20));

export const destinationsQuery = v.object({
  accountId: v.optional(v.pipe(v.string(), v.description('Default: all your ad accounts.'))),
});
export const destinationList = answer({
  data: v.array(
    v.object({
      destination: v.pipe(v.string(), v.description('As `destinations` of an upload names it.')),
      id: v.string(),
      name: v.string(),
      kind: v.string(),
      platform: v.string(),
      accountId: v.string(),
      accepts: v.boolean(),
      lastEventAt: v.nullable(v.string()),
    }),
  ),
  /** Accounts that could not be asked, or whose platform offers none. */
  failures: v.array(v.object({ accountId: v.string(), platform: v.string(), code: v.string(), message: v.string() })),
});

export const customQuery = v.object({ accountId: v.string() });
export const customList = answer({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      rule: v.nullable(v.string()),
      eventType: v.nullable(v.string()),
      destination: v.nullable(v.string()),
      isArchived: v.boolean(),
    }),
  ),
});

const dayText = v.pipe(v.string(), v.isoDate('Give a day, like 2026-11-15.'));
export const receivedQuery = v.object({
  destination: v.optional(destinationText),
  startDate: v.optional(dayText),
  endDate: v.optional(dayText),
  eventId: v.optional(v.pipe(shortText(200), v.description('Instead: what became of one event that was sent here.'))),
});
export type ReceivedQuery = v.InferOutput<typeof receivedQuery>;
export const receivedResponse = answer({
  data: v.array(v.object({ day: v.string(), name: v.string(), count: v.number() })),
  found: v.optional(
    v.array(
      v.object({
        destination: v.string(),
        uploadId: v.string(),
        index: v.number(),
        outcome: v.string(),
        firstSeenAt: v.string(),
      }),
    ),
  ),
});

export const reconcileQuery = v.object({
  destination: v.optional(destinationText),
  startDate: dayText,
  endDate: dayText,
});
export type ReconcileQuery = v.InferOutput<typeof reconcileQuery>;
const reconcileRow = v.object({
  destination: v.string(),
  day: v.string(),
  sent: v.pipe(v.number(), v.description('Events that have left, whatever became of them, but for those refused.')),
  confirmed: v.number(),
  refused: v.number(),
  uncertain: v.number(),
  queued: v.number(),
  received: v.pipe(v.nullable(v.number()), v.description('What the platform counts. Null where it does not tell.')),
  difference: v.nullable(v.number()),
});
export type ReconcileRow = v.InferOutput<typeof reconcileRow>;
export const reconcileResponse = answer({
  data: v.array(reconcileRow),
  failures: v.array(v.object({ destination: v.string(), code: v.string(), message: v.string() })),
});

export const adjustRequest = v.object({
  destination: destinationText,
  adjustments: v.pipe(
    listOfAtMost(
      v.object({
        kind: v.picklist(['retract', 'restate'], 'An adjustment is retract or restate.'),
        orderId: shortText(100),
        adjustedAt: v.optional(v.pipe(timestamp, v.description('Default: now.'))),
        value: v.optional(amountText),
        currency: v.optional(currencyText),
      }),
      MOST_EVENTS,
      'adjustments',
    ),
    v.minLength(1, 'Give at least one adjustment.'),
  ),
});
export type AdjustRequest = v.InferOutput<typeof adjustRequest>;
export const adjustResponse = answer({
  done: v.number(),
  results: v.array(
    v.object({ index: v.number(), success: v.boolean(), platformError: v.optional(platformError), fix: v.optional(v.string()) }),
  ),
});

export const resendRequest = v.object({
  confirm: v.literal(true, 'An event that may have arrived can be counted twice: say confirm: true.'),
});
export const resendResponse = answer({ uploadId: v.string(), resent: v.number() });
