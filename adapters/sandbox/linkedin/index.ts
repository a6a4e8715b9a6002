import type { Simulation } from '../simulation.ts';
import type { HeldStatus } from '../stage.ts';
import { basePath, simulateLinkedin } from './api.ts';
import { authorization } from './authorization.ts';
import { seedLinkedinCompany } from './seed/seed.ts';
import { stage } from './stage.ts';

const statuses: { readonly [word: string]: HeldStatus } = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  DRAFT: 'PAUSED',
  PENDING_DELETION: 'DELETED',
  REMOVED: 'DELETED',
};

export const linkedin: Simulation = {
  platform: 'professional-network',
  name: 'linkedin',
  basePath,
  create: simulateLinkedin,
  seed: seedLinkedinCompany,
  credentials: ({ token }) => ({ accessToken: token }),
  authorization,
  statusOf: ({ intendedStatus, status }) => statuses[String(intendedStatus ?? status)],
  stage,
};
