import { type ErrorCode, type Fault, SlipwayError } from '../../core/base/errors.ts';
import { optionalPart } from '../../core/base/optional-part.ts';
import type { PlatformId } from '../../core/base/platforms.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Credentials } from '../../core/ports/platform-accounts.ts';
import type { PlacedSandbox } from './elsewhere.ts';

/**
 * The part of the package `slipway-sandbox` that is used here. The package is optional: nothing but
 * this file loads it.
 */
export interface SandboxPackage {
  readonly simulations: readonly Simulated[];
  readonly demoCompany: SimulatedCompany;
  createSandbox(options?: WorldOptions): Omit<PlacedSandbox, 'url'>;
  listen(
    sandbox: Omit<PlacedSandbox, 'url'>,
    port: number,
    host?: string,
  ): Promise<{ readonly url: string; stop(): Promise<void> }>;
  /** A world in a file, shared by the callers of this process. */
  openSandboxInside(file: string, options?: WorldOptions): Promise<PlacedSandbox>;
  /** A world in a file, shared by the processes of a machine. */
  openSharedSandbox(
    file: string,
    run?: (file: string) => Promise<PlacedSandbox>,
  ): Promise<PlacedSandbox>;
}

interface WorldOptions {
  readonly clock?: Clock;
  readonly simulations?: readonly Simulated[];
}

/**
 * The simulation of an ad platform, as far as a service looks at it. The sandbox plays the rest.
 */
export interface Simulated {
  readonly platform: PlatformId;
  /** Start of its paths, and folder of its definition. */
  readonly name: string;
  /** Base address of its adapter, below the sandbox's. */
  readonly basePath: string;
  readonly authorization?: { readonly app: Credentials };
  readonly tellsVersionsApart?: true;
  credentials(company: SimulatedCompany): Credentials;
  create(...world: readonly never[]): object;
  seed(...world: readonly never[]): readonly string[];
  readonly stage: SimulatedStage;
}

interface SimulatedCompany {
  readonly number: number;
  readonly name: string;
  readonly token: string;
  readonly readOnlyToken: string;
}

/** What demo, exam and probe know of a simulation, whichever platform it is. */
export interface SimulatedStage {
  /** Takes ads, and has delivered. */
  readonly account: { readonly id: string; readonly currency: string; readonly timezone: string };
  /** Without ads. */
  readonly adSetIds: readonly [string, string, ...string[]];
  /** Fields that every ad of the account needs. */
  readonly fields: { readonly [field: string]: string };
  /** Empty: text only. */
  readonly media: readonly string[];
  readonly objects: { readonly [kind in 'campaign' | 'adSet' | 'ad']: SimulatedKind };
  /** Rules that play each trouble. */
  readonly troubles: {
    readonly [trouble in 'throttled' | 'failed but done']: { readonly fault: string };
  };
  readonly samples: {
    readonly conversions?: {
      readonly destination: string;
      readonly fields: { readonly [field: string]: unknown };
    };
  };
  /** Absent: the platform has no lead forms here. */
  readonly leads?: object;
}

interface SimulatedKind {
  /** In the world. */
  readonly kind: string;
  /** Of the request that creates one. */
  readonly path: string;
  /** The field of its name. */
  readonly name: string;
  /** The field of its parent's id, below the account. */
  readonly parent?: string;
}

const NAME = 'slipway-sandbox';
const loaded = (name: string): Promise<unknown> =>
  optionalPart('The simulation of platforms', () => import(/* @vite-ignore */ name));

/** Loads the package. Throws `unavailable` with what to install where it is missing. */
export async function loadSandbox(): Promise<SandboxPackage> {
  const { default: parts } = (await loaded(`${NAME}/service`)) as {
    readonly default: SandboxPackage;
  };
  return {
    ...parts,
    openSandboxInside: (...given) => parts.openSandboxInside(...given).catch(refuse),
    openSharedSandbox: (...given) => parts.openSharedSandbox(...given).catch(refuse),
  };
}

/** Runs `slipway sandbox`, with the arguments of this process: importing the program starts it. */
export const serveSandbox = (): Promise<unknown> => loaded(`${NAME}/serve`);

/**
 * The package brings a copy of the class of errors: what it refuses is thrown as a refusal of the
 * service.
 */
function refuse(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'SlipwayError') throw error;
  const { code, details } = error as Error & {
    readonly code: ErrorCode;
    readonly details: readonly Fault[];
  };
  throw new SlipwayError(code, error.message, { details, cause: error });
}
