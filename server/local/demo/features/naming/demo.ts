import type { DemoPart, House } from '../../part.ts';

async function keepTwo({ client }: House): Promise<void> {
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
  // Reads the names of the ads that have delivered: `sales ad 3`.
  await client.namingConventions.create({
    name: 'Aim and version',
    level: 'ad',
    separator: ' ad ',
    fields: [
      { key: 'aim', source: 'free' as const },
      { key: 'version', source: 'option' as const, options: ['1', '2', '3', '4'] },
    ],
  });
}

export const demo: DemoPart = { furnish: keepTwo };
