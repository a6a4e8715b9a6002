import { isOperator, later, type Page } from '../../parts/page.ts';

const RehearsalPage = later(() => import('./rehearsal.tsx'), 'RehearsalPage');

export const sandbox: Page = {
  path: 'rehearsal',
  title: 'Rehearsal',
  icon: 'faults',
  group: 'settings',
  section: 'Installation',
  about: 'What simulated platforms do wrong when they are told to.',
  moved: ['faults'],
  isThere: (viewer) => viewer.sandbox && isOperator(viewer),
  show: () => <RehearsalPage />,
};
