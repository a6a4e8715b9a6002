import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlayground } from '../../build/addon-playground.ts';
import { bareEnvironment, spawn } from '../processes.ts';
import { findNode } from '../runtime/node.ts';

/**
 * The built add-on on the fakes (in Node, which is V8 as Apps Script is), and a real server process
 * for it to talk to.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a process and resolves with its first line, which is JSON. */
async function ready<T>(
  command: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<{ line: T; child: ChildProcess }> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stderr.on('data', (data: Buffer) => {
    err += data;
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      out += data;
      if (out.includes('\n')) resolve(out.split('\n')[0] ?? '');
    });
    child.on('exit', (code) =>
      reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${err}`)),
    );
  });
  return { line: JSON.parse(line) as T, child };
}

const end = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.on('exit', resolve);
    child.kill('SIGKILL');
  });

/** A service as one company sees it. */
export interface Service {
  readonly url: string;
  readonly adminKey: string;
  readonly sandboxUrl: string;
  /** A request to the service with the admin key. */
  ask(method: string, path: string, body?: unknown): Promise<{ readonly [name: string]: unknown }>;
}

export interface Server extends Service {
  /** Its data folder. */
  readonly data: string;
  stop(): Promise<unknown>;
}

/** Requests to a service with a key. */
export const asking =
  (url: string, key: string): Service['ask'] =>
  async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as never;
  };

export async function startServer(env: { readonly [name: string]: string } = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'slipway-addon-'));
  const { line, child } = await ready<{ url: string; adminKey: string; sandboxUrl: string }>(
    join(root, 'node_modules/.bin/bun'),
    ['server/main.ts', '--port', '0', '--data', data, '--json'],
    { SLIPWAY_READ_LIMIT: '100000', SLIPWAY_WRITE_LIMIT: '100000', SLIPWAY_LOG: 'error', ...env },
  );
  return {
    ...line,
    data,
    ask: asking(line.url, line.adminKey),
    async stop() {
      await end(child);
      await rm(data, { recursive: true, force: true });
    },
  };
}

export interface Outcome {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: string;
  readonly calls: number;
  readonly now: number;
}

export interface SeenCell {
  readonly shown: string;
  readonly note?: string;
  readonly formula?: string;
  readonly relative?: string;
  readonly choices?: readonly string[];
  readonly checkbox?: boolean;
  readonly background?: string;
  readonly type: string;
  readonly format: string;
}

export interface Seen {
  readonly name: string;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  readonly cells: readonly (readonly SeenCell[])[];
  readonly columns: readonly { readonly hidden: boolean; readonly width: number }[];
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean }[];
  readonly charts: readonly { readonly type: string; readonly ranges: readonly object[] }[];
  readonly protections: readonly { readonly warningOnly: boolean }[];
}

export interface Playground {
  readonly url: string;
  readonly folder: string;
  /** Runs a function of the script as Apps Script would. */
  run(name: string, args?: readonly unknown[], options?: object): Promise<Outcome>;
  /** Calls a function as the sidebar does; throws its problem. */
  call<T = never>(name: string, ...args: unknown[]): Promise<T>;
  control<T = never>(verb: string, argument?: unknown): Promise<T>;
  hands(...gestures: object[]): Promise<void>;
  look(sheet?: string): Promise<Seen>;
  reset(): Promise<void>;
  stop(): Promise<unknown>;
}

class SidebarProblem extends Error {
  readonly kind: string;
  readonly waitSeconds: number | undefined;
  constructor({
    kind,
    message,
    waitSeconds,
  }: { kind: string; message: string; waitSeconds?: number }) {
    super(message);
    this.kind = kind;
    this.waitSeconds = waitSeconds;
  }
}

/** The simulated platforms alone, in a process of their own. */
export async function startSandbox(): Promise<{
  readonly url: string;
  readonly token: string;
  stop(): Promise<unknown>;
}> {
  const { line, child } = await ready<{ url: string; token: string }>(
    join(root, 'node_modules/.bin/bun'),
    ['adapters/sandbox/serve.ts', '--port', '0', '--json'],
  );
  return { ...line, stop: () => end(child) };
}

/** Stand for the addresses in what is built, which is the same for all of them. */
const [SERVER, PLATFORM] = ['http://server.invalid', 'http://platform.invalid'];

/**
 * Builds the playground once in a run of tests; each test gets a copy with its own addresses in it.
 */
async function writePlayground(
  folder: string,
  server: string | undefined,
  options: PlaygroundOptions,
): Promise<void> {
  // Elsewhere the temporary folder outlives the sources.
  if (process.env.VITEST === undefined) return buildPlayground(folder, server, options);
  const { entry = 'sheets-addon/main.ts', platform } = options;
  const kind = `${entry.replaceAll(/\W/g, '-')}${server === undefined ? '-alone' : ''}${platform === undefined ? '' : '-platform'}`;
  const built = join(tmpdir(), `slipway-built-${kind}`);
  if (!existsSync(built)) {
    const partial = await mkdtemp(`${built}-`);
    await buildPlayground(partial, server && SERVER, {
      ...options,
      ...(platform !== undefined && { platform: PLATFORM }),
    });
    // Another worker may have been faster: its files are the same.
    await rename(partial, built).catch(() => rm(partial, { recursive: true, force: true }));
  }
  await cp(built, folder, { recursive: true });
  for (const name of ['Code.js', 'appsscript.json']) {
    const text = await readFile(join(folder, name), 'utf8');
    const own = text
      .replaceAll(SERVER, server?.replace(/\/+$/, '') ?? '')
      .replaceAll(PLATFORM, platform ?? '');
    await writeFile(join(folder, name), own);
  }
}

interface PlaygroundOptions {
  readonly entry?: string;
  readonly platform?: string;
}

/** @param server none for an add-on that works by itself */
export async function startPlayground(
  server: string | undefined,
  options: PlaygroundOptions = {},
): Promise<Playground> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-playground-'));
  await writePlayground(folder, server, options);
  const { line, child } = await ready<{ url: string }>(findNode().path, [
    join(folder, 'serve.mjs'),
    folder,
  ]);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${line.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const control = async (verb: string, argument: unknown = {}): Promise<never> => {
    const answer = (await post('/control', { verb, argument })) as {
      ok: boolean;
      value?: unknown;
      error?: string;
    };
    if (!answer.ok) throw new Error(`${verb}: ${answer.error}`);
    return answer.value as never;
  };
  const run = async (
    name: string,
    args: readonly unknown[] = [],
    more: object = {},
  ): Promise<Outcome> => (await post('/call', { name, args, ...more })) as Outcome;
  return {
    url: line.url,
    folder,
    run,
    control,
    async call(name, ...args) {
      const outcome = await run(name, args);
      if (!outcome.ok) throw new Error(`${name} threw: ${outcome.error}`);
      const reply = outcome.value as {
        ok: boolean;
        value?: never;
        problem?: { kind: string; message: string };
      };
      if (!reply.ok)
        throw new SidebarProblem(reply.problem ?? { kind: 'none', message: 'no problem told' });
      return reply.value as never;
    },
    async hands(...gestures) {
      for (const gesture of gestures) await control('gesture', gesture);
    },
    look: (sheet) => control('look', sheet === undefined ? {} : { sheet }),
    async reset() {
      await post('/reset', {});
    },
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The cells of a sheet by header: one object for each row that has something in it. */
export function table({ cells }: Seen, headerRow = 1): { readonly [header: string]: string }[] {
  const headers = (cells[headerRow - 1] ?? []).map(({ shown }) => shown);
  return cells
    .slice(headerRow)
    .map((row) => Object.fromEntries(row.map(({ shown }, i) => [headers[i] ?? '', shown])))
    .filter((row) => Object.values(row).some((text) => text !== '' && text !== 'FALSE'));
}

export const columnOf = ({ cells }: Seen, header: string, headerRow = 1): number =>
  (cells[headerRow - 1] ?? []).findIndex(({ shown }) => shown === header) + 1;
