import type { DemoPart, House } from '../../part.ts';

async function share({ client }: House): Promise<void> {
  await client.workspaces.create({ name: 'Agency' });
  await client.keys.create({ name: 'Warehouse export', scopes: ['read'] });
}

export const demo: DemoPart = { furnish: share };
