import { join } from 'node:path';
import { awaitSandbox, type PlacedSandbox } from '../../adapters/simulated/elsewhere.ts';
import { loadSandbox } from '../../adapters/simulated/package.ts';
import { withoutTrailing } from '../../core/base/schema/trimmed.ts';
import type { Database } from '../process/assemble.ts';
import type { PlatformParts } from '../process/platforms.ts';
import type { SlipwayOptions } from './options.ts';

/**
 * A world in memory where the store is in memory; in a file where the store will remember what it
 * launched there.
 */
export async function openSandbox(
  { sandboxUrl, store, clock }: SlipwayOptions,
  database: Database,
  folder: string,
  { simulations }: PlatformParts,
): Promise<PlacedSandbox> {
  if (sandboxUrl !== undefined) return awaitSandbox(withoutTrailing(sandboxUrl, '/'));
  const { createSandbox, openSandboxInside, openSharedSandbox } = await loadSandbox();
  const options = { simulations, ...(clock && { clock }) };
  if (database.type === 'memory' && store === undefined)
    return { url: 'http://127.0.0.1:1', ...createSandbox(options) };
  return openSharedSandbox(join(folder, 'sandbox.jsonl'), (file) =>
    openSandboxInside(file, options),
  );
}
