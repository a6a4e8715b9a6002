import { later, may, type Page } from '../../parts/page.ts';

const DefaultsPage = later(() => import('./defaults.tsx'), 'DefaultsPage');

export const defaults: Page = {
  path: 'defaults',
  title: 'Defaults',
  icon: 'file',
  group: 'settings',
  section: 'Launching',
  about: 'What launches are filled with where they say nothing.',
  show: ({ me }) => <DefaultsPage mayChange={may(me, 'launch')} />,
};
