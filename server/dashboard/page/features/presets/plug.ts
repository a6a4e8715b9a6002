import { useResource } from '../../base/api.ts';
import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

const Presets = later(() => import('./template.tsx'), 'Presets');

export const presets: Plug = {
  template: { path: 'presets', title: 'Presets', Tab: Presets },
  creation: {
    field: 'presetId',
    label: 'Preset',
    hint: 'Fills in what is left out.',
    useChoices(level) {
      const { data } = useResource('presets.list', { limit: 200 });
      return data?.data.filter((each) => each.level === level) ?? [];
    },
  },
};
