import type { DemoPart, House } from '../../part.ts';

async function keepOne({ client }: House): Promise<void> {
  await client.adCopyTemplates.create({
    name: 'Autumn',
    titles: ['A coat for every tide', 'Dry feet, all winter'],
    descriptions: ['Autumn at the harbour store: new things from old boats.'],
  });
}

export const demo: DemoPart = { furnish: keepOne };
