import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';
import { useKept } from './use-kept.ts';

export const views: Plug = {
  useSaved: () =>
    useKept().data?.data.map(({ name, question }) => ({
      key: `view ${name}`,
      title: name,
      what: 'Saved view',
      icon: 'ads',
      href: `#/ads?${question}`,
    })) ?? [],
  KeptViews: later(() => import('./kept-views.tsx'), 'KeptViews'),
};
