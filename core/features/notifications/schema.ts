import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../../base/schema/envelope.ts';
import { timestamp } from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { newsKinds } from '../../events/events.ts';

const notificationKind = v.picklist(newsKinds, `Kinds are ${newsKinds.join(', ')}.`);

export const notificationQuery = v.object({
  ...pageQuery,
  unread: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description('`true`: only those that you have not seen.'),
    ),
  ),
});

export const notification = v.object({
  id: v.string(),
  kind: notificationKind,
  at: v.string(),
  title: v.string(),
  text: v.string(),
  /** The page of the dashboard for it, behind its `#/`. */
  link: v.string(),
  unread: v.boolean(),
});
export type Notification = v.InferOutput<typeof notification>;

const list = listOf(notification);

export const notificationList = v.object({ ...list.entries, unread: v.number() });

export const seenRequest = v.object({
  until: v.optional(
    v.pipe(
      timestamp,
      v.description('What happened until then counts as seen. Default: everything.'),
    ),
  ),
});
export const seenAnswer = answer({ unread: v.number(), seenUntil: v.string() });

const kindList = listOfAtMost(notificationKind, newsKinds.length, 'kinds');

export const notificationChoices = v.object({
  page: v.optional(
    v.pipe(kindList, v.description('What is shown in the list. Default: everything.')),
  ),
  email: v.optional(
    v.pipe(
      kindList,
      v.description(
        'What is mailed to you. Default: connections that end to admins, else nothing. Keys have no mail.',
      ),
    ),
  ),
});
export type NotificationChoices = v.InferOutput<typeof notificationChoices>;

export const choicesAnswer = answer({
  page: v.array(notificationKind),
  email: v.array(notificationKind),
  /** Null for keys, and where this service has no mail server. */
  address: v.nullable(v.string()),
});
