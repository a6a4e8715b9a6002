import { client } from '../../base/api.ts';
import { later } from '../../parts/page.ts';
import type { Plug } from '../../parts/plug.ts';

export const drafts: Plug = {
  drafts: {
    operation: 'drafts.launch',
    open: (id) => client.drafts.get({ id }),
    async save(id, { name, ads }) {
      const body = { ads };
      if (id === undefined) return (await client.drafts.create({ ...body, name })).draftId;
      const { revision } = await client.drafts.get({ id });
      return (await client.drafts.update({ id, ...body, revision })).draftId;
    },
    remove: (id) => client.drafts.delete({ id }),
    List: later(() => import('./list.tsx'), 'Drafts'),
  },
};
