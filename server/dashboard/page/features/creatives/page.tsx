import { later, type Page } from '../../parts/page.ts';

const CreativesPage = later(() => import('./creatives.tsx'), 'CreativesPage');

export const creatives: Page = {
  path: 'creatives',
  title: 'Creatives',
  icon: 'reports',
  group: 'work',
  under: 'reports',
  key: 'c',
  show: () => <CreativesPage />,
};
