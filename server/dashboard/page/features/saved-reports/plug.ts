import { useResource } from '../../base/api.ts';
import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

export const useKept = () => useResource('savedReports.list', { limit: 50 });

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
