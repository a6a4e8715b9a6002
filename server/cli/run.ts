import { parseArgs } from 'node:util';
import { SlipwayError } from '../../core/errors.ts';
import { ConfigFault } from '../config.ts';
import { Refusal } from './client.ts';
import { type Command, type CommandInput, commonFlags, EXIT, UsageFault } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { helpFor, overview } from './help.ts';
import { keyCommands } from './keys.ts';
import { launchCommand } from './launch.ts';
import { sandboxCommand, serveCommand, workerCommand } from './processes.ts';
import { reportCommand } from './report.ts';
import { createScreen } from './screen.ts';

export const commands: readonly Command[] = [
  serveCommand,
  launchCommand,
  reportCommand,
  exportCommand,
  ...keyCommands,
  doctorCommand,
  workerCommand,
  sandboxCommand,
];

type Outputs = Parameters<typeof createScreen>;

/** Runs one command line and answers its exit code. */
export async function runCommandLine(
  args: readonly string[],
  env: CommandInput['env'],
  out: Outputs[0],
  err: Outputs[1],
): Promise<number> {
  const json = args.includes('--json');
  const screen = createScreen(out, err, { json, env });
  const command = commands.find(({ name }) => name.split(' ').every((word, i) => args[i] === word));
  try {
    if (command === undefined) return unknown(args, screen.paint, out, err);
    const rest = args.slice(command.name.split(' ').length);
    const { words, flags } = parse(command, rest);
    if (flags.help === true) {
      out.write(helpFor(command, screen.paint));
      return EXIT.ok;
    }
    return await command.run({ words, flags, rest, env, screen });
  } catch (error) {
    const { code, exit, message, details } = explain(error);
    screen.complain(
      json ? JSON.stringify({ success: false, error: { code, message, details } }) : `${screen.paint.red('✗')} ${message}`,
    );
    if (!json) for (const { path, message: why } of details) screen.complain(`  ${path}: ${why}`);
    return exit;
  }
}

function unknown(args: readonly string[], paint: Parameters<typeof overview>[1], out: Outputs[0], err: Outputs[1]): number {
  const asked = args.length === 0 || args[0] === 'help' || args[0] === '--help' || args[0] === '-h';
  if (asked) out.write(overview(commands, paint));
  else err.write(`There is no command ${args.slice(0, 2).join(' ')}.\n\n${overview(commands, paint)}`);
  return asked ? EXIT.ok : EXIT.usage;
}

function parse(command: Command, rest: readonly string[]) {
  const known = { ...command.flags, ...commonFlags };
  const options = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]));
  try {
    const { positionals, values } = parseArgs({ args: [...rest], options, allowPositionals: true });
    // Every option is a text or a switch, none of them a list.
    return { words: positionals, flags: values as CommandInput['flags'] };
  } catch (error) {
    throw new UsageFault(`${error instanceof Error ? error.message : error} See: slipway ${command.name} --help`);
  }
}

function explain(error: unknown) {
  if (error instanceof UsageFault || error instanceof ConfigFault)
    return { code: 'usage', exit: EXIT.usage, message: error.message, details: [] };
  if (error instanceof Refusal) return { code: error.code, exit: EXIT.refused, message: error.message, details: error.details };
  if (error instanceof SlipwayError)
    return { code: error.code, exit: EXIT.refused, message: error.message, details: error.details };
  throw error;
}
