import { later, type Page } from '../../parts/page.ts';

const ReportsPage = later(() => import('./reports.tsx'), 'ReportsPage');

export const reports: Page = {
  path: 'reports',
  title: 'Reports',
  icon: 'reports',
  group: 'work',
  tab: 'Performance',
  key: 'r',
  show: () => <ReportsPage />,
};
