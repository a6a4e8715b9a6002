import { createInterface } from 'node:readline/promises';
import { spendingRemarks } from '../../../core/gate/words.ts';
import type { AnswerOf, Client } from '../../client/client.ts';
import { type CommandInput, EXIT, type Flags, text, UsageFault } from './command.ts';
import type { Screen } from './screen.ts';

/** What commands that change something have in common: they show what they would do, and ask. */
export const changeFlags: Flags = {
  yes: { type: 'boolean', short: 'y', what: 'Do it without asking' },
  plan: { type: 'boolean', what: 'Show what would be done, and stop' },
  'idempotency-key': { type: 'string', what: 'Carry it out once under this key' },
};

/** The key that the change is carried out once under. */
export const keyIn = (flags: CommandInput['flags']) => ({
  idempotencyKey: text(flags['idempotency-key']),
});

type Check = AnswerOf<'guardrails.check'>;

interface Change {
  readonly operation: string;
  readonly request: object;
  /** Says what it does. */
  readonly what: (check: Check) => string;
  readonly question: string;
  /** What a plan tells programs beside what was checked. */
  readonly planned?: object;
}

/**
 * Shows what a change does, what the limits of the company say to it and the money it puts at
 * stake, and asks. Answers `go`, or the exit code of the command: refused, only looked at, or not
 * agreed to.
 */
export async function mayChange(
  client: Client,
  { flags, screen }: CommandInput,
  change: Change,
): Promise<'go' | number> {
  const { operation, request, what, question, planned } = change;
  const check = await client.guardrails.check({ operation, request: { ...request } });
  screen.say(`  ${what(check)}`);
  const isAllowed = sayCheck(screen, check);
  if (flags.plan === true || !isAllowed) {
    screen.tell({ ...check, ...planned, request });
    return isAllowed ? EXIT.ok : EXIT.refused;
  }
  return (await agreed(question, flags, screen)) ? 'go' : EXIT.ok;
}

/** Prints what was checked; answers whether it may go on. */
function sayCheck(screen: Screen, check: Check): boolean {
  const { starts, refused } = spendingRemarks(check);
  for (const what of starts) screen.say(`  starts to spend: ${what}`);
  for (const message of new Set(check.warnings?.map((each) => each.message)))
    screen.say(screen.paint.yellow(`  ! ${message}`));
  for (const message of refused) screen.say(screen.paint.red(`  ✗ ${message}`));
  if (check.needs !== undefined)
    screen.say(
      screen.paint.yellow(
        '  It would wait for a person with another key: slipway approve lists what waits.',
      ),
    );
  return check.allowed;
}

/**
 * Asks a person; --yes is the answer of a program. Throws a usage fault where there is no terminal,
 * so that a script without the flag changes nothing.
 */
export async function agreed(
  question: string,
  flags: { readonly [name: string]: unknown },
  screen: Screen,
  look = '--plan',
): Promise<boolean> {
  if (flags.yes === true) return true;
  if (!screen.terminal || process.stdin.isTTY !== true)
    throw new UsageFault(`${question} Give --yes to do it, or ${look} to look.`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(`  ${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
