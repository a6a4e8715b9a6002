import type { PlatformModule, PlatformTimes } from '../../adapters/platforms/module.ts';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { loadSandbox, type Simulated } from '../../adapters/simulated/package.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';

/** Where one platform answers, in which version and with which times, where it is not the usual. */
interface PlatformSetting {
  readonly baseUrl?: string | undefined;
  readonly version?: string | undefined;
  readonly times?: PlatformTimes;
  /** The operator's app there, with which companies connect by OAuth. */
  readonly app?: Credentials | undefined;
}

export type PlatformSettings = { readonly [id: string]: PlatformSetting };

/** What the service is made of: the platforms, and their simulations. */
export interface PlatformParts {
  readonly modules: readonly PlatformModule[];
  readonly simulations: readonly Simulated[];
}

export { type PlatformModule, platformModules };

/** All there are. The simulations are loaded where platforms are simulated. */
export async function allPlatforms(isSimulated: boolean): Promise<PlatformParts> {
  if (!isSimulated) return { modules: platformModules, simulations: [] };
  const { simulations } = await loadSandbox();
  return { modules: platformModules, simulations };
}

/** The variables that hold the operator's app on a platform, by the names of its credentials. */
export const appVariables = (
  module: PlatformModule,
): readonly (readonly [key: string, variable: string])[] =>
  (module.oauth?.app ?? []).map((key) => [
    key,
    `${variablesOf(module)}_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
  ]);

/** `SLIPWAY_META_…`: the variables of a platform start with this. */
export const variablesOf = ({ definition }: PlatformModule): string =>
  `SLIPWAY_${definition.folder.toUpperCase()}`;
