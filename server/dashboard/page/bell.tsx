import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialogs.tsx';
import { Icon } from './icons.tsx';
import { Later } from './later.tsx';
import { useResource } from './resource.ts';
import { count, plural } from './words.ts';

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
        <Later page="NotificationList" props={{ onSeen: reload }} />
        <p class="hint">
          <a href="#/notifications">Choose what you are told of</a>
        </p>
      </Dialog>
    </>
  );
}
