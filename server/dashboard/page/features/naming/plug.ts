import { useResource } from '../../base/api.ts';
import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

const Naming = later(() => import('./template.tsx'), 'Naming');

export const naming: Plug = {
  template: { path: 'naming', title: 'Names', Tab: Naming },
  useNameFields() {
    const { data } = useResource('namingConventions.list', { limit: 50 });
    return [...new Set(data?.data.flatMap(({ fields }) => fields.map(({ key }) => key)) ?? [])];
  },
};
