import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '../processes.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

type Role = 'api' | 'worker' | 'all';

export interface ServiceProcess {
  readonly role: Role;
  readonly child: ChildProcess;
  /** Where it answers; for a worker, where it tells its health. */
  readonly url: string;
  readonly adminKey: string | null;
}

export interface ServicePlace {
  /** Default: SQLite in the folder of the process. */
  readonly databaseUrl?: string | undefined;
  readonly sandboxUrl: string;
  /**
   * Where each process has a folder of its own, as on machines of their own, and all share one for
   * media and exports.
   */
  readonly folder: string;
  readonly env?: { readonly [name: string]: string };
}

/** Starts one process of the service and resolves when it says it is ready. */
export async function startService(
  role: Role,
  port: number,
  place: ServicePlace,
): Promise<ServiceProcess> {
  const data = await mkdtemp(join(place.folder, `${role}-`));
  const child = spawn(
    process.execPath,
    [main, '--port', String(port), '--data', data, '--role', role, '--json'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        ...(place.databaseUrl !== undefined && { SLIPWAY_DATABASE: place.databaseUrl }),
        SLIPWAY_SECRET: 'a secret for soak runs only',
        SLIPWAY_SANDBOX_URL: place.sandboxUrl,
        SLIPWAY_MEDIA: `disk:${join(place.folder, 'media')}`,
        SLIPWAY_READ_LIMIT: '10000000',
        SLIPWAY_WRITE_LIMIT: '10000000',
        SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:1',
        SLIPWAY_LOG: 'off',
        ...place.env,
      },
    },
  );
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const line = text.split('\n').find((each) => each.startsWith('{'));
    if (line === undefined || !text.includes('\n')) continue;
    const { url, adminKey } = JSON.parse(line) as { url: string; adminKey: string | null };
    child.stdout?.resume();
    return { role, child, url, adminKey };
  }
  throw new Error(`A process (${role}) did not start.`);
}

/** What the system says the process holds in memory. */
export function residentBytes({ child }: ServiceProcess): number {
  try {
    return (
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) *
      1024
    );
  } catch {
    return 0;
  }
}
