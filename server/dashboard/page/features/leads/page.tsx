import { later, may, type Page } from '../../parts/page.ts';

const LeadsPage = later(() => import('./leads.tsx'), 'LeadsPage');

export const leads: Page = {
  path: 'leads',
  title: 'Leads',
  icon: 'inbox',
  group: 'work',
  under: 'inbox',
  isThere: ({ me }) => may(me, 'leads'),
  show: ({ me }) => <LeadsPage mayWatch={may(me, 'manage')} />,
};
