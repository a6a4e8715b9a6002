import { seen } from '../../accounts/workspace-view.ts';
import { listAnswer, success } from '../../base/schema/envelope.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { bySubject, feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { changeChoices, showChoices } from './choices.ts';
import {
  forgetNotifications,
  listNotifications,
  markSeen,
  notificationListener,
  unreadOf,
} from './list.ts';
import { mailNotification } from './mail.ts';
import { NOTIFICATION_QUEUE, notificationKind, readerKind } from './records.ts';
import * as shapes from './schema.ts';

const common = { topic: 'Notifications', scope: 'read', reach: 'workspace' } as const;
const own = { ...common, approval: 'never', preview: 'quiet', idempotency: 'repeatable' } as const;

const notificationOperations = [
  operation({
    ...common,
    name: 'notifications.list',
    place: 'GET /v1/notifications',
    summary:
      'What happened: launches, rejected ads, connections that end, plans that wait, rules that acted, failed refreshes',
    description:
      'The latest 200 of the last 30 days, the newest first, of the kinds you have chosen. Webhooks get the same as events. Only admins get those of connections.',
    input: shapes.notificationQuery,
    output: shapes.notificationList,
    async run(ports, caller, { input }) {
      const all = await listNotifications(ports, caller);
      const wanted = input.unread === 'true' ? all.filter(({ unread }) => unread) : all;
      return { ...listAnswer(wanted, input), unread: unreadOf(all) };
    },
  }),
  operation({
    ...own,
    name: 'notifications.markSeen',
    place: 'PUT /v1/notifications/seen',
    summary: 'Mark notifications as seen, for yourself',
    input: shapes.seenRequest,
    output: shapes.seenAnswer,
    run: async (ports, caller, { input }) => success(await markSeen(ports, caller, input.until)),
  }),
  operation({
    ...common,
    name: 'notifications.choices',
    place: 'GET /v1/notifications/choices',
    summary: 'Which notifications you see, and which are mailed to you',
    output: shapes.choicesAnswer,
    run: async (ports, caller) => success(await showChoices(ports, caller)),
  }),
  operation({
    ...own,
    name: 'notifications.choose',
    place: 'PUT /v1/notifications/choices',
    summary: 'Choose which notifications you see, and which are mailed to you',
    input: shapes.notificationChoices,
    output: shapes.choicesAnswer,
    run: async (ports, caller, { input }) => success(await changeChoices(ports, caller, input)),
  }),
] as const;

export const notifications = feature({
  name: 'notifications',
  topics: { Notifications: 'What happened, for the people who look after it.' },
  operations: notificationOperations,
  kinds: [notificationKind, readerKind],
  queues: { [NOTIFICATION_QUEUE]: { lane: 'deliveries', handler: bySubject(mailNotification) } },
  seen: [
    seen(notificationKind, async ({ doc: { batch, account } }, { hasAccount, has }) => {
      if (batch !== undefined) return has(batchKind, batch);
      return account !== undefined && hasAccount(account);
    }),
  ],
  forget: forgetNotifications,
  listener: notificationListener,
});
