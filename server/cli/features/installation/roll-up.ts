import { type Command, text } from '../../base/command.ts';

export const rollUpCommand: Command = {
  name: 'roll-up',
  summary: 'Rebuild the sums that are kept with the figures',
  usage: '[--data FOLDER]',
  notes: [
    'Run it with the environment of the service, which may go on working. Reports are the same before and after.',
  ],
  examples: ['slipway roll-up', 'slipway roll-up --data /var/lib/slipway --json'],
  flags: { data: { type: 'string', what: 'Folder of the service (.slipway)' } },
  async run({ flags, env, screen }) {
    const { rollUpInstallation } = await import('../../../local/upkeep/roll-up.ts');
    const data = text(flags.data);
    const companies = await rollUpInstallation(
      data === undefined ? [] : ['--data', data],
      env,
      (done) => screen.draw(`  ${done} companies`, String(done)),
    );
    if (companies > 0) screen.settle();
    screen.say(`  Sums rebuilt for ${companies} ${companies === 1 ? 'company' : 'companies'}.`);
    return screen.tell({ success: true, companies });
  },
};
