import type { Simulation } from '../simulation.ts';
import type { HeldStatus } from '../stage.ts';
import { basePath, simulatePinterest } from './api.ts';
import { authorization } from './authorization.ts';
import { seedPinterestCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const statuses: { readonly [status: string]: HeldStatus } = {
  ...{ ACTIVE: 'ACTIVE', PAUSED: 'PAUSED', DRAFT: 'PAUSED', ARCHIVED: 'DELETED', DELETED_DRAFT: 'DELETED' },
};

export const pinterest: Simulation = {
  platform: 'pin',
  name: 'pinterest',
  basePath,
  create: simulatePinterest,
  seed: seedPinterestCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ status }) => statuses[String(status)],
  stage,
};
