import type { JsonObject } from './entity.ts';
import type { FaultKind, FaultRule } from './faults.ts';

/** One simulated system. */
export interface SimulatedPlatform {
  /** Start of its paths. */
  readonly name: string;
  readonly faultKinds: { readonly [fault: string]: DescribedFault };
  fetch(request: Request, mount: string): Promise<Response>;
  addFault(rule: FaultRule): void;
  clearFaults(): void;
  faults(): readonly JsonObject[];
  counters(): Counters;
  clearCounters(): void;
  /** The first is the default. */
  readonly tiers: readonly string[];
  setTier(tier: string): void;
  /** Not the world. */
  clear(): void;
}

export interface DescribedFault extends FaultKind {
  readonly family: number;
  readonly what: string;
}

export interface Counters {
  readonly calls: { readonly [kind: string]: number };
  readonly counted: number;
}

/**
 * Thrown instead of an answer where a fault cuts the connection.
 *
 * @example
 * import { ConnectionCut, createSandbox, simulations } from 'slipway-sandbox';
 *
 * const [platform] = simulations;
 * const request = new Request(`http://sandbox.test${platform?.basePath}/me`, { headers: { 'x-sandbox-fault': 'connection-cut' } });
 * await createSandbox()
 *   .fetch(request)
 *   .catch((error) => console.log(error instanceof ConnectionCut)); // true
 */
export class ConnectionCut extends Error {
  constructor() {
    super('The connection was cut before an answer was complete.');
  }
}
