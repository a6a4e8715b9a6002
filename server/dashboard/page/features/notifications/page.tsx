import { later, may, type Page } from '../../parts/page.tsx';
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
