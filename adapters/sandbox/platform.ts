import type { JsonObject } from './entity.ts';
import type { FaultKind, FaultRule } from './faults.ts';

/** One simulated system, as the sandbox and its control endpoints see it. */
export interface SimulatedPlatform {
  /** Its paths start with this. */
  readonly name: string;
  /** What it can play, by name. Names that several platforms know are played by all of them. */
  readonly faultKinds: { readonly [fault: string]: DescribedFault };
  fetch(request: Request, mount: string): Promise<Response>;
  addFault(rule: FaultRule): void;
  clearFaults(): void;
  /** The active rules with how often each was met and fired. */
  faults(): readonly JsonObject[];
  /** Calls by kind and their sum, as the platform counts them. */
  counters(): Counters;
  clearCounters(): void;
  /** Names of the call budgets it can be given; the first is the one it starts with. */
  readonly tiers: readonly string[];
  setTier(tier: string): void;
  /** Forgets everything but the world: faults, counters, budgets. */
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

/** Thrown by a platform's handler instead of an answer: whoever serves it closes the connection. */
export class ConnectionCut extends Error {
  constructor() {
    super('The connection was cut before an answer was complete.');
  }
}
