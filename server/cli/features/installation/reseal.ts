import { agreed } from '../../base/ask.ts';
import { type Command, EXIT, text } from '../../base/command.ts';

const question = (others: number): string =>
  `${others === 1 ? 'Another process works' : `${others} other processes work`} on this database, or ended without a word just now. ` +
  'What is sealed again is lost to those that have the old secret alone. Do all have the current one?';

export const resealCommand: Command = {
  name: 'reseal',
  summary: 'Seal stored credentials with the current secret, so that a former one can be dropped',
  usage: '[--data FOLDER] [--check] [--yes]',
  notes: [
    'Run it with the environment of the service, which may go on working. To change the secret:',
    '  1. openssl rand -hex 32 makes a new one',
    '  2. restart every process with SLIPWAY_SECRET=<new> and SLIPWAY_FORMER_SECRETS=<old>',
    '  3. slipway reseal; when nothing remains, remove SLIPWAY_FORMER_SECRETS and the file `secret` of the data folder',
    'It asks where other processes work on the database: one that has the old secret alone can read nothing afterwards.',
    'It can be ended and run again at any time.',
  ],
  examples: [
    'slipway reseal --check                                    # how many texts a former secret is still needed for',
    'SLIPWAY_SECRET=… SLIPWAY_FORMER_SECRETS=… slipway reseal --data /var/lib/slipway',
    'slipway reseal --lost                                     # the former secret is lost for good',
  ],
  flags: {
    data: { type: 'string', what: 'Folder of the service (.slipway)' },
    check: { type: 'boolean', what: 'Only count; change nothing' },
    yes: {
      type: 'boolean',
      short: 'y',
      what: 'All other processes have the current secret: do not ask',
    },
    lost: {
      type: 'boolean',
      what: 'Go on with the current secret; what it does not open has to be entered again',
    },
  },
  async run({ flags, env, screen }) {
    const { resealInstallation } = await import('../../../local/upkeep/reseal.ts');
    const data = text(flags.data);
    const result = await resealInstallation(data === undefined ? [] : ['--data', data], env, {
      dryRun: flags.check === true,
      lost: flags.lost === true,
      agree: (others) => agreed(question(others), flags, screen, '--check'),
      onProgress: (done) => screen.draw(`  ${done} sealed again`, String(Math.floor(done / 100))),
    });
    if (result === undefined) return EXIT.ok;
    const { resealed, current, remaining, unreadable, formerInUse } = result;
    if (resealed > 0) screen.settle();
    screen.say(
      `  ${resealed} sealed again, ${current} were sealed with the current secret already, ${remaining} remain.`,
    );
    for (const each of unreadable.slice(0, 20))
      screen.say(screen.paint.red(`  ✗ ${each} cannot be read`));
    if (unreadable.length > 20) screen.say(`  and ${unreadable.length - 20} more.`);
    if (unreadable.length > 0)
      screen.say(
        '  Name the secret they were sealed with in SLIPWAY_FORMER_SECRETS and run this again, or enter them again.',
      );
    else if (remaining === 0 && formerInUse)
      screen.say('  Former secrets are not needed any more.');
    screen.tell({ success: unreadable.length === 0, resealed, current, remaining, unreadable });
    return unreadable.length > 0 ? EXIT.failed : EXIT.ok;
  },
};
