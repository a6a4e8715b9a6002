import { type Command, text } from '../../base/command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the tables of the database up to date, and end',
  usage: '[--data FOLDER]',
  notes: [
    'Run it with the environment of the service, where the database user of the service may not create tables.',
    'A service does the same when it starts; running this first or twice changes nothing.',
  ],
  examples: ['SLIPWAY_DATABASE=postgres://owner:…@db/slipway SLIPWAY_SECRET=… slipway migrate'],
  flags: { data: { type: 'string', what: 'Folder of the service (.slipway)' } },
  async run({ flags, env, screen }) {
    const { futurePlaces } = await import('../../../local/places.ts');
    const { migrate } = await import('../../../local/upkeep/migrate.ts');
    const folder = text(flags.data);
    const { database } = futurePlaces(folder === undefined ? [] : ['--data', folder], env);
    const { before, after } = await migrate(database);
    const changed = Object.keys(after).filter((part) => before[part] !== after[part]);
    screen.say(
      changed.length === 0
        ? Object.keys(after).length === 0
          ? '  There is nothing yet: the service makes its tables when it first starts.'
          : '  The tables are up to date.'
        : `  ${changed.map((part) => `${part}: ${before[part] ?? 0} → ${after[part]}`).join(', ')}.`,
    );
    return screen.tell({ success: true, before, after });
  },
};
