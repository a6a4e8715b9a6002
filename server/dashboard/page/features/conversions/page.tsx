import { later, may, type Page } from '../../parts/page.ts';

const Destination = later(() => import('./destination.tsx'), 'Destination');
const ConversionsPage = later(() => import('./conversions.tsx'), 'ConversionsPage');

export const conversions: Page = {
  path: 'conversions',
  title: 'Conversions',
  icon: 'reports',
  group: 'work',
  under: 'reports',
  key: 'v',
  Destination,
  show: ({ me }) => <ConversionsPage maySend={may(me, 'manage')} />,
};
