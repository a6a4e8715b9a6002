import type { DemoPart, House } from '../../part.ts';

async function keepOne({ client }: House): Promise<void> {
  await client.presets.create({
    name: 'Shop now, paused',
    level: 'ad',
    settings: { cta: 'SHOP_NOW', status: 'PAUSED' },
  });
}

export const demo: DemoPart = { furnish: keepOne };
