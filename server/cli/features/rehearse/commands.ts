import { type Command, text, UsageFault } from '../../base/command.ts';
import { sayTable } from '../../base/table.ts';

const rehearse: Command = {
  name: 'rehearse',
  summary: "Send past launches and a report to the simulation in two versions of a platform's API",
  usage: '--version VERSION [--last 20] [--data FOLDER]',
  notes: [
    'Run it with the environment of the service. It compares requests, refusals and figures of the version with the one in use.',
    'Nothing reaches a platform; small pictures stand for files of past launches.',
  ],
  examples: ['slipway rehearse --version v26.0', 'slipway rehearse --version v26 --last 5 --json'],
  flags: {
    version: { type: 'string', what: 'The version to try, as the platform writes it' },
    last: { type: 'string', what: 'How many past batches (20)' },
    data: { type: 'string', what: 'Folder of the service (.slipway)' },
  },
  async run({ flags, env, screen }) {
    const version = text(flags.version);
    if (version === undefined)
      throw new UsageFault('Name a version: slipway rehearse --version v26.0.');
    const last = Number(text(flags.last) ?? '20');
    if (!Number.isInteger(last) || last < 1 || last > 200)
      throw new UsageFault('--last must be a number from 1 to 200.');
    const { rehearseInstallation } = await import('../../../local/probe/rehearse-installation.ts');
    const { calledIn } = await import('../../../local/probe/sides.ts');
    const data = text(flags.data);
    const found = await rehearseInstallation(data === undefined ? [] : ['--data', data], env, {
      version,
      last,
    });
    const { platform, versions, batches, ads, compared, notes, requests, refusals, figures } =
      found;
    screen.say(
      `  ${calledIn(platform)}: ${batches} batches with ${ads} ads, ${versions[0]} against ${versions[1]}`,
    );
    sayTable(screen, [
      ...(
        [
          ['requests', requests, 'launches'],
          ['refusals', refusals, 'launches'],
          ['figures', figures, 'figures'],
        ] as const
      ).flatMap(([what, list, part]) =>
        list.length === 0
          ? [[what, compared.includes(part) ? 'no difference' : 'not compared']]
          : list.map((each, position) => [position === 0 ? what : '', each.slice(0, 300)]),
      ),
    ]);
    if (compared.length === 0) screen.say('  Nothing was compared.');
    for (const note of notes) screen.say(`  ${note}`);
    return screen.tell({ success: true, ...found });
  },
};

export const commands: readonly Command[] = [rehearse];
