import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';
import { useKept } from './use-kept.ts';

export const savedReports: Plug = {
  useSaved: () =>
    useKept().data?.data.map(({ id, name }) => ({
      key: `report ${id}`,
      title: name,
      what: 'Saved report',
      icon: 'reports',
      href: `#/reports?saved=${id}`,
    })) ?? [],
  KeptReports: later(() => import('./kept-reports.tsx'), 'KeptReports'),
};
