import * as v from 'valibot';
import { MOST_EVENTS } from '../../base/limits.ts';
import { isHashed, phoneDigits } from '../../base/personal-data.ts';
import { amountText } from '../../base/schema/amount-text.ts';
import { answer } from '../../base/schema/envelope.ts';
import { described, shortText, timestamp, wholeNumber } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { clickIds, conversionSources } from '../../ports/platform-conversions.ts';

const MOST_DESTINATIONS = 10;

/** A check with a fault code of its own. */
const rule = (code: string, message: string, holds: (text: string) => boolean) => ({
  ...v.check<string | undefined, string>(
    (text) => text === undefined || isHashed(text) || holds(text),
    message,
  ),
  // Faults are named by `type`.
  type: code as 'check',
});

const optionalText = (max: number, ruled = rule('check', '', () => true)) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(max, `At most ${max} characters fit here.`),
        v.transform((text) => (text === '' ? undefined : text)),
        ruled,
        described({ type: 'string', maxLength: max }),
      ),
    ),
  );

/** Text, so that no digit is lost. */
export const currencyText = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z]{3}$/, 'Give an ISO 4217 code, like EUR.'),
);

function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const dot = domain.indexOf('.');
  return (
    more.length === 0 && local !== '' && dot > 0 && dot < domain.length - 1 && !/\s/.test(text)
  );
}

const email = optionalText(
  320,
  rule('invalid_email', 'This is no email address, and no SHA-256 of one.', isAddress),
);
const phone = optionalText(
  64,
  rule(
    'invalid_phone',
    'Give the number with its country code: 7 to 16 digits, or the SHA-256 of it.',
    (text) => phoneDigits(text) !== undefined,
  ),
);
const country = optionalText(
  64,
  rule('invalid_country', 'Give two letters, like DE.', (text) => /^[A-Za-z]{2}$/.test(text)),
);

const consent = v.optional(
  v.nullable(v.picklist(['granted', 'denied'], 'Consent is granted or denied.')),
);

const eventObject = v.object({
  eventId: v.pipe(
    shortText(200),
    v.description('Yours, the same for each repetition of one event.'),
  ),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.regex(
      /^[A-Za-z][A-Za-z0-9_ -]{0,49}$/,
      'A name begins with a letter and has at most 50 letters, digits and underscores.',
    ),
    v.description(
      'purchase, lead, sign_up, add_to_cart, view_content, … or a name of the platform.',
    ),
  ),
  happenedAt: timestamp,
  source: v.optional(
    v.pipe(
      v.picklist(conversionSources, `The source is one of ${conversionSources.join(', ')}.`),
      v.description('Default: website.'),
    ),
  ),
  url: v.optional(
    v.nullable(
      v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]{1,2000}$/, 'A link begins with https://.')),
    ),
  ),
  value: v.optional(v.nullable(amountText)),
  currency: v.optional(v.nullable(currencyText)),
  orderId: optionalText(100),
  items: v.optional(
    v.nullable(
      listOfAtMost(
        v.object({
          id: shortText(100),
          quantity: v.optional(wholeNumber(1, 100_000)),
          price: v.optional(amountText),
        }),
        100,
      ),
    ),
  ),
  user: v.object({
    email,
    phone,
    externalId: optionalText(200),
    leadId: optionalText(200),
    firstName: optionalText(200),
    lastName: optionalText(200),
    city: optionalText(200),
    region: optionalText(200),
    postalCode: optionalText(64),
    country,
    ip: optionalText(64),
    userAgent: optionalText(1_000),
    clickIds: v.optional(
      v.nullable(
        v.object(
          Object.fromEntries(clickIds.map((name) => [name, optionalText(500)])) as ClickIdEntries,
        ),
      ),
    ),
  }),
  consent: v.optional(v.nullable(v.object({ adUserData: consent, adPersonalization: consent }))),
});
type EventObject = v.InferOutput<typeof eventObject>;

const isPriced = ({ value, currency }: EventObject): boolean => !value || Boolean(currency);
const priced = {
  ...v.check<EventObject, string>(isPriced, 'A value needs its currency.'),
  type: 'missing_currency' as 'check',
};

const conversionEvent = v.pipe(eventObject, v.forward(priced, ['currency']));
type ClickIdEntries = {
  readonly [name in (typeof clickIds)[number]]: ReturnType<typeof optionalText>;
};

export type SentEvent = v.InferOutput<typeof conversionEvent>;

export const destinationText = v.pipe(
  v.string(),
  v.trim(),
  v.regex(
    /^[a-z][a-z-]{1,40}:[!-~]{1,200}$/,
    'Name a destination with its platform, like primary:1729525464415281.',
  ),
);

const mode = v.optional(
  v.pipe(
    v.picklist(['send', 'check'], 'The mode is send or check.'),
    v.description(
      'Default: send. `check` says what would be refused, by the platform too where it has a check of its own, and sends nothing.',
    ),
  ),
);

const file = v.optional(
  v.pipe(
    shortText(200),
    v.description(
      'What the file or tab is called. Kept with the upload; doors offer the last place for it.',
    ),
  ),
);

export const sendRequest = v.object({
  destinations: v.pipe(
    listOfAtMost(destinationText, MOST_DESTINATIONS, 'destinations'),
    v.minLength(1, 'Name at least one destination.'),
  ),
  events: v.pipe(
    listOfAtMost(conversionEvent, MOST_EVENTS, 'events'),
    v.minLength(1, 'Give at least one event.'),
  ),
  mode,
  testCode: optionalText(100),
  file,
});
export type SendRequest = v.InferOutput<typeof sendRequest>;

export const outcomes = ['queued', 'sent', 'confirmed', 'refused', 'uncertain'] as const;

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
  /** Events x destinations. */
  accepted: v.number(),
  refused: v.array(refusedEvent),
  duplicates: v.array(duplicateEvent),
  warnings: v.optional(
    v.array(v.object({ path: v.string(), code: v.string(), message: v.string() })),
  ),
  checkedBy: v.optional(
    v.array(
      v.object({
        destination: v.string(),
        by: v.picklist(['slipway', 'platform']),
        message: v.optional(v.string()),
      }),
    ),
  ),
});
export type SendResponse = v.InferOutput<typeof sendResponse>;

export const csvRequest = v.object({
  destinations: sendRequest.entries.destinations,
  csv: v.union([
    v.pipe(v.string(), v.description('A table with a line of headers, then an event a line.')),
    v.pipe(
      listOfAtMost(v.string(), 20_000, 'lines'),
      v.description('The same line by line, for more than 50,000 characters.'),
    ),
  ]),
  mode,
  file,
});
export type CsvRequest = v.InferOutput<typeof csvRequest>;
