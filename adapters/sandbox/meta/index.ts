import type { Simulation } from '../simulation.ts';
import { basePath, simulateMeta } from './api.ts';
import { authorization } from './authorization.ts';
import { seedMetaCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

export const meta: Simulation = {
  platform: 'primary',
  name: 'meta',
  basePath,
  create: simulateMeta,
  seed: seedMetaCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ status }) => (status === 'ACTIVE' || status === 'PAUSED' || status === 'DELETED' ? status : undefined),
  stage,
};
