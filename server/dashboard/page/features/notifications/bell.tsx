import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../../base/resource.ts';
import { count, plural } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';

const NotificationList = later(() => import('./notifications.tsx'), 'NotificationList');

/** How often it is looked whether something happened. */
const EVERY_MS = 30_000;

/** What happened since somebody looked, counted; the list comes when it is opened. */
export function Bell() {
  const { data, reload } = useResource('notifications.list', { limit: 1 }, { everyMs: EVERY_MS });
  const [open, setOpen] = useState(false);
  const unread = data?.unread ?? 0;
  const close = (): void => setOpen(false);
  useEffect(() => {
    // Whoever follows a link is done with the list.
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, []);
  return (
    <>
      <button
        type="button"
        class="button plain bare bell"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${plural(unread, 'new one', 'new ones')}`}
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
          <a href="#/notifications">Choose what you are told of</a>
        </p>
      </Dialog>
    </>
  );
}
