import { resolve } from 'node:path';
import type { PlacedSandbox } from '../simulated/elsewhere.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { openFileState } from './state-file.ts';

interface Opened {
  readonly sandbox: Promise<Sandbox>;
  users: number;
}

// On globalThis: a development server that reloads this module must find it.
const registry = globalThis as { [OPENED]?: Map<string, Opened> };
const OPENED = Symbol.for('slipway.sandboxes');

/**
 * A world in a file, without a port, shared by all callers in this process until the last closes
 * it. Throws `storage_unusable` when another process has it.
 */
export async function openSandboxInside(
  file: string,
  options: Pick<SandboxOptions, 'clock' | 'simulations'> = {},
): Promise<PlacedSandbox> {
  registry[OPENED] ??= new Map();
  const opened = registry[OPENED];
  const path = resolve(file);
  const entry = opened.get(path) ?? {
    sandbox: openFileState(path).then((state) => createSandbox({ state, ...options })),
    users: 0,
  };
  opened.set(path, entry);
  entry.users += 1;
  let closed = false;
  const leave = () => {
    entry.users -= 1;
    return entry.users === 0 && opened.delete(path);
  };
  try {
    const sandbox = await entry.sandbox;
    return {
      // Never listened on.
      url: 'http://127.0.0.1:1',
      fetch: (request) => sandbox.fetch(request),
      close() {
        if (closed) return;
        closed = true;
        if (leave()) sandbox.close();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}
