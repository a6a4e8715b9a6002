import type { DemoPart, House } from '../../part.ts';

async function keepOne({ client }: House): Promise<void> {
  await client.utmTemplates.create({
    name: 'House style',
    parameters: [
      { name: 'utm_source', value: 'ads' },
      { name: 'utm_campaign', value: '{{campaign.name}}' },
    ],
  });
}

export const demo: DemoPart = { furnish: keepOne };
