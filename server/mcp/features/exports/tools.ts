import type { McpFeature } from '../../feature.ts';

export const tools: McpFeature = {
  entities: [{ kind: 'export', read: (api, id) => api.exports.get({ id }) }],
  async reportFile(api, of) {
    const { exportId: id } = await api.exports.start({ ...of, level: 'ad', format: 'csv' });
    return { id, path: `/v1/exports/${id}/file` };
  },
};
