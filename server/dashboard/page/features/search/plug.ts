import { ask } from '../../base/api.ts';
import type { Plug } from '../../parts/plug.ts';

export const search: Plug = {
  find: async (text, signal) => (await ask('search', { q: text }, signal)).data,
};
