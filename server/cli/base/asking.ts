import type { Client } from '../../client/client.ts';
import { asUsage, type Command, type CommandInput, serviceFlags, UsageFault } from './command.ts';
import type { Screen } from './screen.ts';
import { clientFor } from './service.ts';

interface Asking<A extends object> extends Omit<Command, 'run' | 'words'> {
  /** For each word after the name: what is said where it is missing. */
  readonly words?: readonly string[];
  /** Words that may follow. */
  readonly optional?: number;
  /** Flags by the fields they fill: what the service refuses about a field is a wrong flag. */
  readonly fields?: { readonly [field: string]: string };
  ask(client: Client, words: readonly string[], input: CommandInput): Promise<A>;
  show?(
    answer: A,
    screen: Screen,
    asked: Pick<CommandInput, 'flags' | 'words'> & { readonly client: Client },
  ): unknown;
}

/** A command that asks the service, shows its answer and, with `--json`, prints it. */
export const asking = <A extends object>({
  words = [],
  optional = 0,
  fields = {},
  ask,
  show,
  flags,
  ...own
}: Asking<A>): Command => ({
  ...own,
  words: words.length + optional,
  flags: { ...serviceFlags, ...flags },
  async run(input) {
    const given = words.map((missing, i) => {
      const word = input.words[i];
      if (word === undefined) throw new UsageFault(missing);
      return word;
    });
    const client = clientFor(input.flags, input.env, input.screen);
    const answer = await asUsage(fields, () =>
      ask(client, [...given, ...input.words.slice(given.length)], input),
    );
    await show?.(answer, input.screen, { client, flags: input.flags, words: input.words });
    return input.screen.tell(answer);
  },
});

export const listed = (given: string | boolean | undefined): readonly string[] | undefined =>
  typeof given === 'string' ? given.split(',').map((word) => word.trim()) : undefined;

/** `2027-01-31 08:15` of a time. */
export function minute(at: string): string;
export function minute(at: string | null): string | undefined;
export function minute(at: string | null): string | undefined {
  return at?.slice(0, 16).replace('T', ' ');
}
