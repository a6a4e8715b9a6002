import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

const Tracking = later(() => import('./template.tsx'), 'Tracking');

export const utm: Plug = {
  template: { path: 'tracking', title: 'Tracking', Tab: Tracking },
};
