import { simulations } from '../adapters/sandbox/registry.ts';
import type { Simulation } from '../adapters/sandbox/simulation.ts';
import type { PlatformId } from '../core/base/platforms.ts';

/** The simulation of a platform. */
export function simulationOf(platform: PlatformId): Simulation {
  const found = simulations.find((each) => each.platform === platform);
  if (found === undefined) throw new Error(`There is no simulation of ${platform}.`);
  return found;
}

/** For what needs one platform, whichever it is. */
export const firstSimulation = (): Simulation => simulationOf(simulations[0]?.platform ?? '');
