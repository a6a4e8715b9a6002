import * as v from 'valibot';
import { MOST_EVENTS } from '../../base/limits.ts';
import { itemOutcome, wholeOutcome } from '../../base/outcomes.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { amountText } from '../../base/schema/amount-text.ts';
import { answer, listOf, pageEntries, platformError } from '../../base/schema/envelope.ts';
import { described, shortText, timestamp } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { accountId } from '../../base/schema/request-fields.ts';
import { uncertainCauses } from './records.ts';
import { currencyText, destinationText, outcomes } from './schema.ts';

const counts = v.object(v.entriesFromList(outcomes, v.number()));

const uploadEntries = {
  uploadId: v.string(),
  createdAt: v.string(),
  finished: v.boolean(),
  file: v.optional(
    v.pipe(v.string(), v.description('The file or tab they came from, where the upload named it.')),
  ),
  counts,
};

export const uploadResponse = answer({
  ...uploadEntries,
  destinations: v.array(
    v.object({
      destination: v.string(),
      state: v.picklist([...outcomes, 'mixed']),
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

export const destinationsQuery = aliased({
  accountId: v.optional(
    v.pipe(accountId, described({ type: 'string', description: 'Default: all your ad accounts.' })),
  ),
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
      accountName: v.string(),
      accepts: v.boolean(),
      lastEventAt: v.nullable(v.string()),
    }),
  ),
  /** Accounts that could not be asked, or whose platform offers none. */
  failures: v.array(
    v.object({
      accountId: v.string(),
      platform: v.string(),
      code: v.string(),
      message: v.string(),
    }),
  ),
});

export const customQuery = aliased({ accountId });
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
  eventId: v.optional(
    v.pipe(shortText(200), v.description('Instead: what became of one event that was sent here.')),
  ),
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
  sent: v.pipe(
    v.number(),
    v.description('Events that have left, whatever became of them, but for those refused.'),
  ),
  confirmed: v.number(),
  refused: v.number(),
  uncertain: v.number(),
  queued: v.number(),
  received: v.pipe(
    v.nullable(v.number()),
    v.description('What the platform counts. Null where it does not tell.'),
  ),
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
export type AdjustResponse = v.InferOutput<typeof adjustResponse>;
export const adjustResponse = answer({
  outcome: wholeOutcome,
  done: v.number(),
  results: v.array(
    v.object({
      index: v.number(),
      success: v.boolean(),
      outcome: itemOutcome,
      platformError: v.optional(platformError),
      fix: v.optional(v.string()),
    }),
  ),
});

export const resendRequest = v.object({
  confirm: v.literal(
    true,
    'An event that may have arrived can be counted twice: say confirm: true.',
  ),
});
export const resendResponse = answer({ uploadId: v.string(), resent: v.number() });
