import { wholeNumber } from '../../base/route.ts';
import { may, type Page } from '../../parts/page.ts';
import { BatchPage } from './batch.tsx';
import { BatchesPage } from './batches.tsx';

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
