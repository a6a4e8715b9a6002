import { later, may, type Page } from '../../parts/page.ts';

const SessionsPage = later(() => import('./sessions.tsx'), 'SessionsPage');

export const sessions: Page = {
  path: 'sessions',
  title: 'Sessions',
  icon: 'out',
  group: 'settings',
  section: 'Workspace',
  about: 'Where you are signed in.',
  show: ({ me }) => <SessionsPage me={me} mayAll={may(me, 'admin')} />,
};
