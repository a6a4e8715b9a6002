import { useState } from 'preact/hooks';
import { useResource } from '../../base/api.ts';
import { useListener } from '../../base/route.ts';
import { count, plural } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { later, may, type Page } from '../../parts/page.ts';

const NotificationsPage = later(() => import('./notifications.tsx'), 'NotificationsPage');

export const notifications: Page = {
  path: 'notifications',
  title: 'Notifications',
  icon: 'bell',
  group: 'settings',
  section: 'Workspace',
  about: 'What appears behind the bell, and what is mailed.',
  tool: Bell,
  show: ({ me }) => <NotificationsPage mayAdmin={may(me, 'admin')} isPerson={me.person !== null} />,
};

const NotificationList = later(() => import('./notifications.tsx'), 'NotificationList');

const EVERY_MS = 30_000;

function Bell() {
  const { data, reload } = useResource('notifications.list', { limit: 1 }, { everyMs: EVERY_MS });
  const [open, setOpen] = useState(false);
  const unread = data?.unread ?? 0;
  const close = () => setOpen(false);
  useListener('hashchange', close);
  return (
    <>
      <button
        type="button"
        class="button plain bare bell"
        aria-label={
          unread === 0 ? 'Notifications' : `Notifications, ${plural(unread, 'new one', 'new ones')}`
        }
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span class="bell-count" aria-hidden="true">
            {unread > 99 ? '99+' : count(unread)}
          </span>
        )}
      </button>
      <Dialog title="Notifications" open={open} onClose={close}>
        <NotificationList onSeen={reload} />
        <p class="hint">
          <a href="#/notifications">Choose your notifications</a>
        </p>
      </Dialog>
    </>
  );
}
