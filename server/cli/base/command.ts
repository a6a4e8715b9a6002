import { ApiError } from '../../client/client.ts';
import type { Screen } from './screen.ts';

/** One word of the command line. */
export interface Command {
  /** `keys create`: as it is typed after `slipway`. */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** How many words it takes besides its flags; none unless said. */
  readonly words?: number;
  /** Lines of help beyond usage and examples. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** Its answers and refusals are always JSON: `--json` may be a flag of its own. */
  readonly answersInJson?: true;
  /** Its own flags; every command also has those of `commonFlags` it does not have itself. */
  readonly flags?: Flags;
  /** Answers an exit code; undefined where all went well. */
  run(input: CommandInput): Promise<number | undefined>;
}

export type Flags = { readonly [name: string]: Flag };

interface Flag {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly what: string;
}

export interface CommandInput {
  readonly words: readonly string[];
  readonly flags: { readonly [name: string]: string | boolean | undefined };
  /** The command line as it was given, after the command's name. */
  readonly rest: readonly string[];
  readonly env: { readonly [name: string]: string | undefined };
  readonly screen: Screen;
  /** Unix ms, for days that nobody named. */
  now(): number;
}

export const EXIT = {
  ok: 0,
  /**
   * It was done, and some of it failed: ads, checks, an export. Or it was left, because it has been
   * changed since.
   */
  failed: 1,
  /** The command line, the file or the settings are wrong; nothing was launched. */
  usage: 2,
  /** The service refused, or does not answer. */
  refused: 3,
} as const;

/** Thrown for a command line or a file that cannot be used, with what to do. */
export class UsageFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageFault';
  }
}

/**
 * Carries out what a command line asked for; what the service refuses about one of its flags is a
 * wrong command line.
 */
export async function asUsage<T>(
  fields: { readonly [field: string]: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const flagOf = (path: string): string | undefined => fields[path.split(/[.[]/)[0] ?? ''];
    const wrong =
      error instanceof ApiError
        ? error.details.find(({ path }) => flagOf(path) !== undefined)
        : undefined;
    if (wrong === undefined) throw error;
    throw new UsageFault(`--${flagOf(wrong.path)}: ${wrong.message}`, { cause: error });
  }
}

export const commonFlags: Flags = {
  json: { type: 'boolean', what: 'Answer as JSON, one line, for programs' },
  'no-color': { type: 'boolean', what: 'No colours (NO_COLOR)' },
  help: { type: 'boolean', short: 'h', what: 'Show this' },
};

export const serviceFlags: Flags = {
  url: { type: 'string', what: 'Address of the service (SLIPWAY_URL; http://127.0.0.1:4000)' },
  key: { type: 'string', what: 'API key (SLIPWAY_KEY)' },
};

export const placeFlags: Flags = {
  data: { type: 'string', what: 'Folder for everything the service keeps (.slipway)' },
};

export const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
