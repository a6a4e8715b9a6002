import { answers, sandboxAt } from '../../adapters/sandbox/elsewhere.ts';
import type { Config } from '../process/config.ts';
import type { Check } from './check.ts';

/** The simulated platforms: whether those that all processes share answer, and whether all processes share some. */
export async function sandboxCheck({ sandboxUrl, database }: Config): Promise<Check> {
  const name = 'platforms';
  if (sandboxUrl !== undefined)
    return (await answers(sandboxAt(sandboxUrl)))
      ? { name, ok: true, found: `simulated at ${sandboxUrl}` }
      : {
          name,
          ok: false,
          found: `no sandbox answers at ${sandboxUrl}`,
          fix: 'Start one with `slipway sandbox`, or correct SLIPWAY_SANDBOX_URL.',
        };
  const simulated = { name, ok: true, found: 'simulated; set SLIPWAY_PLATFORMS=live for real accounts' };
  if (database.type === 'sqlite') return simulated;
  return {
    ...simulated,
    fix: 'Processes with another data folder do not see this sandbox: to rehearse with several, run `slipway sandbox` and set SLIPWAY_SANDBOX_URL for all.',
  };
}
