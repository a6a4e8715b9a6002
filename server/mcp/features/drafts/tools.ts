import { type McpFeature, rowsOf } from '../../feature.ts';

export const tools: McpFeature = {
  entities: [
    {
      kind: 'draft',
      async list({ api }) {
        const { data, pagination } = await api.drafts.list({ limit: 50 });
        return rowsOf(
          { data: data.map(({ ads: _, adSets: __, ...outline }) => outline), pagination },
          'draftId',
          'name',
        );
      },
      read: (api, id) => api.drafts.get({ id }),
    },
  ],
};
