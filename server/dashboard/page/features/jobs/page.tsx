import { isOperator, later, type Page } from '../../parts/page.ts';

const JobsPage = later(() => import('./jobs.tsx'), 'JobsPage');

export const jobs: Page = {
  path: 'jobs',
  title: 'Jobs',
  icon: 'batches',
  group: 'settings',
  section: 'Installation',
  about: 'Background work of this installation, and what is stuck.',
  isThere: isOperator,
  show: () => <JobsPage />,
};
