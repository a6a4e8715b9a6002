import type { Fault } from '../base/errors.ts';
import type { LocationInput } from '../base/schema/location.ts';
import type { Access } from './platform-accounts.ts';
import type { EditResult } from './platform-changes.ts';

/** Targeting in the platform's own words, as `inspect.entities` reads it. */
export type Targeting = { readonly [field: string]: unknown };

export type LocationMode = 'replace' | 'merge';

/** Where ads are shown, on platforms that let it be changed. */
export interface LocationCapability {
  /** What is wrong with a location before anybody is asked. Pure. Paths start with `path`. */
  faults(location: LocationInput, path: string, mode: LocationMode): readonly Fault[];
  /** The targeting with other places; everything that is not about places stays as it is. Pure. */
  apply(targeting: Targeting, location: LocationInput, mode: LocationMode): Targeting;
  /**
   * The targeting with other postal codes (`US:94304`), which it had and which it has then; undefined when no place would
   * be left. `narrowed`: countries that earlier codes had taken the place of, which come back with the last of them. Pure.
   */
  withZips(
    targeting: Targeting,
    codes: readonly string[],
    mode: LocationMode | 'remove',
    narrowed?: readonly string[],
  ): ChangedZips | undefined;
  /** Replaces the whole targeting of ad sets. It may be one that was read: what can be read but not written is left out. */
  set(
    access: Access,
    changes: readonly { readonly adSetId: string; readonly targeting: Targeting }[],
  ): Promise<readonly EditResult[]>;
}

export interface ChangedZips {
  readonly targeting: Targeting;
  readonly had: readonly string[];
  readonly has: readonly string[];
  /** Countries that the codes now take the place of. */
  readonly narrowed?: readonly string[];
}
