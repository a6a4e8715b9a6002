import { withoutControls } from '../../../core/base/control-characters.ts';

/**
 * Where a command writes: people see words, programs see JSON, and only a terminal sees colour and
 * movement.
 */
export interface Screen {
  readonly json: boolean;
  /** Whether a person sees what is written. */
  readonly terminal: boolean;
  readonly live: boolean;
  readonly columns: number;
  /** Words for people; nothing when the answer is JSON. */
  say(line?: string): void;
  /** A text that is itself the answer, such as CSV, for people and programs alike. */
  print(text: string): undefined;
  /** The answer as JSON; nothing when people read it. */
  tell(answer: object): undefined;
  /** Trouble, on standard error in both cases. */
  complain(line: string): void;
  /**
   * Draws a line over the one drawn before; on anything but a terminal it is written only when
   * `key` changed.
   */
  draw(line: string, key: string): void;
  settle(): void;
  readonly paint: Paint;
}

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A text in which nothing is left that a terminal obeys. */
export const shownSafely = (text: string): string =>
  withoutControls(text).replace(/\r(?!\n)/g, '\ufffd');

/**
 * A line of ours: of all that a terminal obeys our own colours stay. Signs that turn the direction
 * of writing are left out.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with the escape character.
const OWN_COLOUR = /(\u001b\[(?:0|1|2|31|32|33|36)m)/;
const lineSafely = (line: string): string =>
  line
    .split(OWN_COLOUR)
    .map((part, i) =>
      i % 2 === 1 ? part : shownSafely(part).replace(/[\u202a-\u202e\u2066-\u2069]/g, ''),
    )
    .join('');

export function createScreen(
  out: Output,
  err: Output,
  options: {
    readonly json: boolean;
    readonly env: { readonly [name: string]: string | undefined };
  },
): Screen {
  const { json, env } = options;
  const live = !json && out.isTTY === true && env.TERM !== 'dumb' && env.CI === undefined;
  const colour = !json && (env.FORCE_COLOR !== undefined || (live && env.NO_COLOR === undefined));
  const coded =
    (code: number) =>
    (text: string): string =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  let drawn = '';
  return {
    json,
    terminal: out.isTTY === true,
    live,
    // A program that reads a pipe gets whole names.
    columns: out.columns ?? (out.isTTY === true ? 100 : Number.POSITIVE_INFINITY),
    say(line = '') {
      if (!json) out.write(`${lineSafely(line)}\n`);
    },
    print(text) {
      out.write(text);
      return undefined;
    },
    tell(answer) {
      if (json) out.write(`${JSON.stringify(answer)}\n`);
      return undefined;
    },
    complain(line) {
      err.write(`${lineSafely(line)}\n`);
    },
    draw(line, key) {
      if (json) return;
      if (live) out.write(`\r\u001b[2K${lineSafely(line)}`);
      else if (key !== drawn) out.write(`${lineSafely(line)}\n`);
      drawn = key;
    },
    settle() {
      if (live) out.write('\n');
      drawn = '';
    },
    paint: {
      bold: coded(1),
      dim: coded(2),
      green: coded(32),
      red: coded(31),
      yellow: coded(33),
      cyan: coded(36),
    },
  };
}
