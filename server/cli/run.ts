import { parseArgs } from 'node:util';
import { errorPage } from '../../core/base/doc-pages.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { nearestName } from '../../core/base/schema/unknown-fields.ts';
import { ApiError } from '../client/client.ts';
import { ConfigFault, isWrongSetting } from '../process/config.ts';
import { VERSION } from '../version.ts';
import { doors, inWords } from '../words.ts';
import { type Command, type CommandInput, commonFlags, EXIT, UsageFault } from './base/command.ts';
import { helpFor, overview } from './base/help.ts';
import { createScreen } from './base/screen.ts';
import { commands, groups } from './commands.ts';

type Outputs = Parameters<typeof createScreen>;

/** Runs one command line and answers its exit code. */
export async function runCommandLine(
  args: readonly string[],
  env: CommandInput['env'],
  out: Outputs[0],
  err: Outputs[1],
  now: CommandInput['now'] = Date.now,
): Promise<number> {
  // `slipway help launch` is `slipway launch --help`.
  const asked = args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
  const command = commands.find(({ name }) =>
    name.split(' ').every((word, i) => asked[i] === word),
  );
  const json = command?.answersInJson ?? args.includes('--json');
  const screen = createScreen(out, err, {
    json,
    env: args.includes('--no-color') ? { ...env, NO_COLOR: '1', FORCE_COLOR: undefined } : env,
  });
  try {
    if (command === undefined) {
      out.write(withoutCommand(asked, screen.paint));
      return EXIT.ok;
    }
    const rest = asked.slice(command.name.split(' ').length);
    const { words, flags } = parse(command, rest);
    if (flags.help === true) {
      out.write(helpFor(command, screen.paint));
      return EXIT.ok;
    }
    const over = words[command.words ?? 0];
    if (over !== undefined)
      throw new UsageFault(
        `Unexpected argument “${over}”.${words.length > 1 ? ' Put a value with spaces in quotes.' : ''} See: slipway ${command.name} --help`,
      );
    return (await command.run({ words, flags, rest, env, screen, now })) ?? EXIT.ok;
  } catch (error) {
    const { code, exit, message, details } = explain(error);
    screen.complain(
      json
        ? JSON.stringify({ success: false, error: { code, message, details } })
        : `${screen.paint.red('✗')} ${message}`,
    );
    if (!json)
      for (const { path, message: why } of details)
        if (why !== message) screen.complain(`  ${path}: ${why}`);
    if (screen.terminal && error instanceof ApiError && error.status > 0)
      screen.complain(screen.paint.dim(`  See /docs/${errorPage(details[0]?.code ?? code)}.`));
    return exit;
  }
}

/** What to print where no command is named; throws where one is named that does not exist. */
function withoutCommand(args: readonly string[], paint: Parameters<typeof overview>[1]): string {
  const [first = '--help', second] = args.filter((word) => word !== '--json');
  if (['help', '--help', '-h'].includes(first)) return overview(groups, paint);
  if (['version', '--version', '-v'].includes(first)) return `${VERSION}\n`;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && (second === undefined || second.startsWith('-')))
    return group.map((command) => helpFor(command, paint)).join('\n');
  const near = nearestName(
    first,
    commands.map(({ name }) => name.split(' ')[0] ?? name),
  );
  throw new UsageFault(
    group.length > 0
      ? `There is no command ${first} ${second}. Known: ${group.map(({ name }) => name).join(', ')}.`
      : `There is no command ${first}.${near === undefined ? '' : ` Did you mean slipway ${near}?`} slipway --help lists them.`,
  );
}

function parse(command: Command, rest: readonly string[]) {
  const known = { ...commonFlags, ...command.flags };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, short }]) => [
      name,
      { type, ...(short !== undefined && { short }) },
    ]),
  );
  try {
    const { positionals, values } = parseArgs({ args: [...rest], options, allowPositionals: true });
    // Every option is a text or a switch, none of them a list.
    return { words: positionals, flags: values as CommandInput['flags'] };
  } catch (error) {
    const [, unknown] =
      /^Unknown option '(-[^']*)'/.exec(error instanceof Error ? error.message : '') ?? [];
    const near =
      unknown === undefined
        ? undefined
        : nearestName(unknown.replace(/^-+/, ''), Object.keys(known));
    const why =
      unknown === undefined
        ? `${error instanceof Error ? error.message : error}.`.replace(/\.\.$/, '.')
        : `There is no flag ${unknown}.${near === undefined ? '' : ` Did you mean --${near}?`}`;
    throw new UsageFault(`${why} See: slipway ${command.name} --help`);
  }
}

function explain(error: unknown) {
  if (error instanceof UsageFault || error instanceof ConfigFault)
    return { code: 'usage', exit: EXIT.usage, message: error.message, details: [] };
  if (error instanceof ApiError && error.code === 'not_slipway')
    return {
      code: error.code,
      exit: EXIT.refused,
      message: `${error.message} Correct --url or SLIPWAY_URL.`,
      details: [],
    };
  if (!(error instanceof ApiError || error instanceof SlipwayError)) throw error;
  const { code, message, details } = inWords(error, doors.cli);
  const isLeft = details.some((each) => each.code === 'changed_since');
  return {
    code,
    exit: isLeft ? EXIT.failed : isWrongSetting(error) ? EXIT.usage : EXIT.refused,
    message,
    details,
  };
}
