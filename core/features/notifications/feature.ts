import { seen } from '../../accounts/workspace-view.ts';
import { batchKind } from '../../launch/journal/records.ts';
import { feature } from '../../operations/feature.ts';
import { forgetNotifications } from './list.ts';
import { mailNotification } from './mail.ts';
import { notificationOperations } from './operations.ts';
import { NOTIFICATION_QUEUE, notificationKind, readerKind } from './records.ts';
import { notificationListener } from './tell.ts';

/** People who are told when something happened. */
export const notifications = feature({
  name: 'notifications',
  operations: notificationOperations,
  kinds: [notificationKind, readerKind],
  queues: {
    [NOTIFICATION_QUEUE]: {
      lane: 'deliveries',
      handler:
        (ports) =>
        ({ companyId, subject }) =>
          mailNotification(ports, companyId, subject),
    },
  },
  seen: [
    seen(notificationKind, async ({ doc: { batch, account } }, { hasAccount, has }) => {
      if (batch !== undefined) return has(batchKind, batch);
      return account !== undefined && hasAccount(account);
    }),
  ],
  forget: forgetNotifications,
  listener: notificationListener,
});
