import { later, may, type Page } from '../../parts/page.ts';

const AdsPage = later(() => import('./ads.tsx'), 'AdsPage');

export const manage: Page = {
  path: 'ads',
  title: 'Ads',
  icon: 'ads',
  group: 'work',
  key: 'a',
  show: ({ me }) => <AdsPage mayChange={may(me, 'manage')} mayAudit={may(me, 'admin')} />,
};
