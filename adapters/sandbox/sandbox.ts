import type { Clock } from '../../core/ports/clock.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { createAuthorizations } from './authorization.ts';
import { companiesOf, hasCompanies, seedCompany } from './companies.ts';
import { type Control, createControl } from './control.ts';
import { simulations as all } from './registry.ts';
import { isSeeded, seedResearch } from './research/seed.ts';
import { simulateResearch } from './research/source.ts';
import type { Simulation } from './simulation.ts';
import { createWorld, memoryState, type SandboxState } from './world.ts';

export interface SandboxOptions {
  /** Simulated time starts at its time and goes on with it. Default: the machine's. */
  readonly clock?: Clock;
  /** Of metrics and dice. Default 1. */
  readonly seed?: number;
  /** Where the world is kept. Default: in memory. */
  readonly state?: SandboxState;
  /** The platforms it simulates. Default: all there are. */
  readonly simulations?: readonly Simulation[];
  /** Where it can be reached, for links in answers. Default: the origin each request came to. */
  readonly url?: string;
}

export interface Sandbox {
  /**
   * Answers like the platforms, each under its name, and the control endpoints (`/_sandbox/…`). Rejects where a
   * network would: when a fault cuts the connection.
   */
  fetch(request: Request): Promise<Response>;
  /** Lets go of the state. Nothing may be asked of it any more. */
  close(): void;
}

/** The ad platforms, simulated on the wire. Nothing in it needs a runtime beyond Request, Response and node:crypto. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { clock = systemClock, seed = 1, state = memoryState(), simulations = all, url } = options;
  const world = createWorld({ clock, seed, state });
  const place = url === undefined ? {} : { url };
  const platforms = [...simulations.map((simulation) => simulation.create(world, place)), simulateResearch(world)];
  // A world that an earlier version kept without companies cannot be gone on with.
  if (!hasCompanies(world)) {
    if (world.restored) world.clear();
    seedCompany(world, simulations);
    world.flush();
  }
  // A world that an earlier version kept has no research yet.
  for (const company of companiesOf(world)) if (!isSeeded(world, company)) seedResearch(world, company);
  world.flush();
  const control: Control = createControl(world, platforms, simulations);
  const authorizations = createAuthorizations(world, simulations);

  return {
    close: () => state.close(),
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/_sandbox/')) return control.fetch(request);
      const authorized = await authorizations.fetch(request);
      if (authorized !== undefined) return authorized;
      const platform = platforms.find(({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`));
      if (platform !== undefined) {
        control.countRequest();
        await clock.sleep(control.latencyMs());
        return platform.fetch(request, `/${platform.name}`);
      }
      return Response.json(
        {
          error: `Nothing is served here. Platforms answer under ${platforms.map(({ name }) => `/${name}/`).join(', ')}; control endpoints under /_sandbox/.`,
        },
        { status: 404 },
      );
    },
  };
}
