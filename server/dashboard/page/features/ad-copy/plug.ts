import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

const Copies = later(() => import('./template.tsx'), 'Copies');

export const adCopy: Plug = {
  template: { path: 'copy', title: 'Texts', Tab: Copies },
};
