import { parseArgs } from 'node:util';

/** `api` answers requests, `worker` carries out what they asked for, `all` does both. */
export type Role = 'all' | 'api' | 'worker';

const roles: readonly Role[] = ['all', 'api', 'worker'];

/** What the command line of a process says. */
export interface Arguments {
  readonly port: number;
  readonly data: string;
  /** Print one line of JSON when ready and nothing else to standard output. */
  readonly json: boolean;
  readonly role: Role;
}

type Variables = { readonly [name: string]: string | undefined };

/** Adds a sentence to `faults` for each thing that is wrong. */
export function readArguments(
  args: readonly string[],
  env: Variables,
  faults: string[],
): Arguments {
  const known = {
    port: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
    role: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options: known,
    strict: false,
    allowPositionals: true,
  });
  const unknown = [
    ...Object.keys(values)
      .filter((name) => !(name in known))
      .map((name) => `--${name}`),
    ...positionals,
  ];
  if (unknown.length > 0)
    faults.push(
      `${unknown.join(', ')}: not known here. Known: --port N, --data FOLDER, --role all|api|worker, --json.`,
    );
  // Without its value an option is simply true.
  const given = (name: 'port' | 'data' | 'role', fallback: string): string => {
    const value = values[name] ?? fallback;
    if (typeof value === 'string') return value;
    faults.push(`--${name} needs a value.`);
    return fallback;
  };
  const name = given('role', 'all');
  const role = roles.find((each) => each === name);
  if (role === undefined) faults.push(`--role must be one of ${roles.join(', ')}.`);
  const port = values.port === undefined ? undefined : given('port', '');
  return {
    port: portOf(port, env, faults),
    data: given('data', '.slipway'),
    json: values.json === true,
    role: role ?? 'all',
  };
}

/** Hosting platforms set PORT, so SLIPWAY_PORT comes before it. */
function portOf(flag: string | undefined, env: Variables, faults: string[]): number {
  const given = Object.entries({ '--port': flag, SLIPWAY_PORT: env.SLIPWAY_PORT, PORT: env.PORT });
  const [name = '', port = ''] = given.find(([, value]) => value !== undefined) ?? ['', '4000'];
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    faults.push(`${name} must be a number from 0 to 65535.`);
  return Number(port);
}
