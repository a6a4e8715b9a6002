import { may } from '../../base/rights.ts';
import { later } from '../../parts/later.tsx';
import type { Page } from '../../parts/page.ts';
import { Bell } from './bell.tsx';

const NotificationsPage = later(() => import('./notifications.tsx'), 'NotificationsPage');

export const notifications: Page = {
  path: 'notifications',
  title: 'Notifications',
  icon: 'bell',
  group: 'settings',
  about: 'What you are told of, in the list and by e-mail.',
  tool: Bell,
  show: ({ me }) => <NotificationsPage mayAdmin={may(me, 'admin')} isPerson={me.person !== null} />,
};
