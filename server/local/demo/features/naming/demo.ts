import type { DemoPart, House } from '../../part.ts';

async function keepOne({ client }: House): Promise<void> {
  const fields = [
    { key: 'team', source: 'option' as const, options: ['Harbour', 'Sea'] },
    { key: 'hook', source: 'free' as const },
    { key: 'format', source: 'option' as const, options: ['1x1', '4x5', '9x16'] },
  ];
  await client.namingConventions.create({
    name: 'Team, hook, format',
    level: 'ad',
    separator: '_',
    fields,
  });
}

export const demo: DemoPart = { furnish: keepOne };
