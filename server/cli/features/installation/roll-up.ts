import { type Command, EXIT, text } from '../../base/command.ts';

export const rollUpCommand: Command = {
  name: 'roll-up',
  summary: 'Rebuild the sums that are kept with the figures',
  usage: '[--data FOLDER]',
  notes: [
    'Sums by day and campaign, and by day and ad set, are kept with the figures and written with them; reports read them',
    'where they can. Figures of an earlier version get theirs in the background. This rebuilds all of them, with the',
    'environment of the service, which may go on working: reports are the same before, meanwhile and after.',
  ],
  examples: ['slipway roll-up', 'slipway roll-up --data /var/lib/slipway --json'],
  flags: { data: { type: 'string', what: 'Folder of the service (.slipway)' } },
  async run({ flags, env, screen }) {
    const { rollUpInstallation } = await import('../../../local/roll-up.ts');
    const data = text(flags.data);
    const companies = await rollUpInstallation(data === undefined ? [] : ['--data', data], env, (done) =>
      screen.draw(`  ${done} companies`, String(done)),
    );
    if (companies > 0) screen.settle();
    screen.say(`  Sums rebuilt for ${companies} ${companies === 1 ? 'company' : 'companies'}.`);
    screen.tell({ success: true, companies });
    return EXIT.ok;
  },
};
