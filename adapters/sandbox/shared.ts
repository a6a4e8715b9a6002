import { readFileSync, writeFileSync } from 'node:fs';
import { SlipwayError } from '../../core/base/errors.ts';
import { PRIVATE_FILE } from '../runtime/private-files.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { answers, type PlacedSandbox, sandboxAt } from '../simulated/elsewhere.ts';
import { listen } from './listen.ts';
import { createSandbox } from './sandbox.ts';
import { openFileState } from './state-file.ts';

/** For a process that took the file to become reachable. */
const patienceMs = 5_000;

/**
 * The first process on a folder runs the sandbox; others reach it by the address beside the file,
 * and the first to notice its end takes over. Nothing is sent twice.
 *
 * @param run default: on a port that only this machine reaches
 */
export async function openSharedSandbox(file: string, run = runOnPort): Promise<PlacedSandbox> {
  let place = await find(file, run);
  let moving: Promise<void> | undefined;

  /** Once for any number of failed requests. */
  const move = (from: PlacedSandbox) => {
    moving ??= (async () => {
      if (from === place && !(await answers(from))) place = await find(file, run).catch(() => from);
      moving = undefined;
    })();
    return moving;
  };

  return {
    url: place.url,
    async fetch(request) {
      const asked = place;
      try {
        return await asked.fetch(request);
      } catch (error) {
        // Faults cut connections too: only a silent process is replaced.
        await move(asked);
        throw error;
      }
    },
    close: () => place.close(),
  };
}

async function find(file: string, run: typeof runOnPort): Promise<PlacedSandbox> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await run(file);
    } catch (error) {
      if (!(error instanceof SlipwayError && error.code === 'storage_unusable')) throw error;
      const url = addressBeside(file);
      const elsewhere = url === undefined ? undefined : sandboxAt(url);
      if (elsewhere !== undefined && (await answers(elsewhere))) return elsewhere;
      if (Date.now() > until) throw error;
      await systemClock.sleep(100);
    }
  }
}

async function runOnPort(file: string): Promise<PlacedSandbox> {
  const sandbox = createSandbox({ state: await openFileState(file) });
  const { url, stop } = await listen(sandbox, 0);
  writeFileSync(`${file}.url`, url, { mode: PRIVATE_FILE });
  return {
    url,
    fetch: (request) => sandbox.fetch(request),
    close() {
      void stop();
      sandbox.close();
    },
  };
}

function addressBeside(file: string) {
  try {
    return readFileSync(`${file}.url`, 'utf8');
  } catch {
    return undefined;
  }
}
