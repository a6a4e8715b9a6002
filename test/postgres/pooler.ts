import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '../processes.ts';
import { freePort } from './server.ts';

/** Is PgBouncer installed on this machine? npm has none. */
export const hasPooler = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler {
  /** The given address, through the pooler. */
  urlOf(direct: string): string;
  stop(): void;
}

/** A real PgBouncer in front of the Postgres at this address. */
export async function startPooler(
  server: string,
  mode: 'transaction' | 'session',
): Promise<Pooler> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-pooler-'));
  const { hostname, port, username, password } = new URL(server);
  const own = await freePort();
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 300
default_pool_size = 8
`,
    { mode: 0o644 },
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', 'postgres', home]);
  const child = spawn(
    'pgbouncer',
    [...(isRoot ? ['-u', 'postgres'] : []), join(home, 'pgbouncer.ini')],
    {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };
  let log = '';
  for await (const chunk of child.stderr) {
    log += String(chunk);
    if (!/process up/.test(log)) continue;
    child.stderr.resume();
    return { urlOf: (direct) => direct.replace(`:${port}/`, `:${own}/`), stop };
  }
  stop();
  throw new Error(`PgBouncer did not start: ${log}`);
}
