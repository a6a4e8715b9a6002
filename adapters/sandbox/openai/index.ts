import type { HeldStatus, Simulation, Table } from '../types.ts';
import { basePath, simulateOpenai } from './api.ts';
import { seedOpenaiCompany } from './seed/seed.ts';
import { stage } from './stage.ts';
import { conversionsKeyOf } from './wire.ts';

const statuses: Table<HeldStatus> = { active: 'ACTIVE', paused: 'PAUSED', archived: 'DELETED' };

export const openai: Simulation = {
  platform: 'openai-ads',
  name: 'openai',
  basePath,
  create: simulateOpenai,
  seed: seedOpenaiCompany,
  credentials: ({ token }) => ({ apiKey: token, conversionsKey: conversionsKeyOf(token) }),
  statusOf: ({ status }) => statuses[String(status)],
  stage,
};
