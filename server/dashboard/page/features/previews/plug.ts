import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

const load = () => import('./previews.tsx');

export const previews: Plug = {
  previews: {
    Plan: later(load, 'PlanPreviews'),
    Launch: later(load, 'LaunchPreviews'),
    Batch: later(load, 'BatchPreviews'),
    Media: later(load, 'MediaPreviews'),
    List: later(load, 'PreviewList'),
  },
};
