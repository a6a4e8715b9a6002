import { isAdmin, later, type Page } from '../../parts/page.ts';

const WorkspacesPage = later(() => import('./workspaces.tsx'), 'WorkspacesPage');

export const workspaces: Page = {
  path: 'workspaces',
  title: 'Workspaces',
  icon: 'ads',
  group: 'settings',
  section: 'Accounts',
  about: 'Ad accounts in groups, for people who work on some of them.',
  isThere: isAdmin,
  show: () => <WorkspacesPage />,
};
