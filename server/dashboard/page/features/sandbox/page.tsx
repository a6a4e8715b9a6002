import { isOperator, later, type Page } from '../../parts/page.ts';

const RehearsalPage = later(() => import('./rehearsal.tsx'), 'RehearsalPage');

export const sandbox: Page = {
  path: 'rehearsal',
  title: 'Rehearsal',
  icon: 'faults',
  group: 'settings',
  section: 'Installation',
  about: 'Faults that simulated platforms make on request.',
  moved: ['faults'],
  isThere: (viewer) => viewer.sandbox && isOperator(viewer),
  show: () => <RehearsalPage />,
};
