import { type McpFeature, rowsOf } from '../../feature.ts';

export const tools: McpFeature = {
  entities: [
    {
      kind: 'template',
      list: async ({ api }) => rowsOf(await api.adCopyTemplates.list({ limit: 200 }), 'id', 'name'),
    },
  ],
};
