import type { Fault } from '../base/errors.ts';
import type { LocationInput } from '../base/schema/location.ts';
import type { Access } from './platform-accounts.ts';
import type { EditResult } from './platform-changes.ts';

/** In the platform's own words, as read by `inspect.entities`. */
export type Targeting = { readonly [field: string]: unknown };

export type LocationMode = 'replace' | 'merge';

/** Changes where ads are shown. */
export interface LocationCapability {
  /** Faults known without asking the platform. Pure. Paths start with `path`. */
  faults(location: LocationInput, path: string, mode: LocationMode): readonly Fault[];
  /** The targeting with other places; all else stays. Pure. */
  apply(targeting: Targeting, location: LocationInput, mode: LocationMode): Targeting;
  /**
   * The targeting with other postal codes (`US:94304`), those it had and those it has then;
   * undefined when no place would be left. `narrowed`: countries that earlier codes replaced; they
   * come back with the last code. Pure.
   */
  withZips(
    targeting: Targeting,
    codes: readonly string[],
    mode: LocationMode | 'remove',
    narrowed?: readonly string[],
  ): ChangedZips | undefined;
  /**
   * Replaces the whole targeting of ad sets. Parts that can be read but not written are left out.
   */
  set(
    access: Access,
    changes: readonly { readonly adSetId: string; readonly targeting: Targeting }[],
  ): Promise<readonly EditResult[]>;
}

export interface ChangedZips {
  readonly targeting: Targeting;
  readonly had: readonly string[];
  readonly has: readonly string[];
  /** Countries that the codes now replace. */
  readonly narrowed?: readonly string[];
}
