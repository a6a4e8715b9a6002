import { wholeNumber } from '../../base/route.ts';
import { later, may, type Page } from '../../parts/page.ts';
import { BatchesPage } from './batches.tsx';

const BatchPage = later(() => import('./batch.tsx'), 'BatchPage');

export const batches: Page = {
  path: 'batches',
  title: 'Batches',
  icon: 'batches',
  group: 'work',
  under: 'launch',
  key: 'b',
  show: ({ id, me }) => {
    const batch = wholeNumber(id);
    if (batch !== undefined) return <BatchPage key={id} id={batch} mayLaunch={may(me, 'launch')} />;
    return id === undefined ? <BatchesPage mayLaunch={may(me, 'launch')} /> : undefined;
  },
};
