import * as v from 'valibot';
import { answer, listOf } from '../../base/schema/envelope.ts';
import { nameText, wholeNumber } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import type { EventWords } from '../../operations/feature.ts';

/** @param words the events there are */
export function webhookInput(words: EventWords) {
  const event = v.picklist(Object.keys(words));
  const created = v.object({
    url: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(2000, 'At most 2,000 characters fit here.'),
      v.regex(
        /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i,
        'Give the whole address, starting with https://.',
      ),
    ),
    events: v.optional(
      v.pipe(
        listOfAtMost(event, 20, 'events'),
        v.minLength(1, 'A webhook without an event would never be called.'),
      ),
    ),
    name: v.optional(nameText(100)),
  });
  return { created, changed: v.partial(created) };
}

const event = v.pipe(v.string(), v.description('One of those that `webhooks.events` lists.'));

export const eventList = listOf(
  v.object({
    event: v.string(),
    words: v.pipe(v.string(), v.description('What has happened, in a sentence.')),
  }),
);

export const secretRotation = v.object({
  overlapSeconds: v.optional(
    wholeNumber(0, 604_800, {
      default: 86_400,
      description:
        'For how long deliveries are signed with the former secret too: a `v1=` of its own in the header.',
    }),
  ),
});

/**
 * `held_back` after several failures in a row: events wait, and one at a time tries the receiver.
 */
const receiver = v.object({
  state: v.picklist(['ok', 'failing', 'held_back']),
  failures: v.number(),
  since: v.nullable(v.string()),
  nextAttemptAt: v.nullable(v.string()),
  lastAnswer: v.nullable(v.string()),
});

export const webhook = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  events: v.array(event),
  createdAt: v.string(),
  receiver,
});

export const webhookList = listOf(webhook);

/** `secret` signs the deliveries; no other answer shows it. */
export const createdWebhook = answer({ ...webhook.entries, secret: v.string() });

export const oneWebhook = answer(webhook.entries);

/** Null where the former secret ended at once. */
export const rotatedWebhook = answer({
  ...webhook.entries,
  secret: v.string(),
  formerSecretUntil: v.nullable(v.string()),
});

/** `status` is null where the address did not answer; `answer` says why. */
export const testedWebhook = answer({
  eventId: v.string(),
  received: v.boolean(),
  status: v.nullable(v.number()),
  answer: v.string(),
});

export const delivery = v.object({
  id: v.string(),
  event,
  eventId: v.string(),
  status: v.picklist(['waiting', 'delivered', 'given_up']),
  attempts: v.number(),
  createdAt: v.string(),
  nextAttemptAt: v.nullable(v.string()),
  deliveredAt: v.nullable(v.string()),
  lastAnswer: v.nullable(v.string()),
});

export const deliveryList = listOf(delivery);
