import type { PlatformModule, PlatformTimes } from '../../adapters/platforms/module.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';

/** Where one platform answers, in which version and with which times, where it is not the usual. */
export interface PlatformSetting {
  readonly baseUrl?: string | undefined;
  readonly version?: string | undefined;
  readonly times?: PlatformTimes;
}

/** By platform. */
export type PlatformSettings = { readonly [id: string]: PlatformSetting };

/** What the service is made of: the platforms, and their simulations. */
export interface PlatformParts {
  readonly modules: readonly PlatformModule[];
  readonly simulations: readonly Simulation[];
}

export { type PlatformModule, platformModules };

/** All there are. The simulations are loaded where platforms are simulated. */
export async function allPlatforms(isSimulated: boolean): Promise<PlatformParts> {
  if (!isSimulated) return { modules: platformModules, simulations: [] };
  const { simulations } = await import('../../adapters/sandbox/registry.ts');
  return { modules: platformModules, simulations };
}

/** `SLIPWAY_META_…`: the variables of a platform start with this. */
export const variablesOf = ({ definition }: PlatformModule): string => `SLIPWAY_${definition.folder.toUpperCase()}`;
