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
  /** Simulated time follows it. Default: the machine's. */
  readonly clock?: Clock;
  /** Of metrics and dice. Default 1. */
  readonly seed?: number;
  /** Default: in memory. */
  readonly state?: SandboxState;
  /** Default: all. */
  readonly simulations?: readonly Simulation[];
  /** For links. Default: each request's origin. */
  readonly url?: string;
}

export interface Sandbox {
  /** Control under `/_sandbox/`. Rejects when a fault cuts the connection. */
  fetch(request: Request): Promise<Response>;
  /** Releases the state. */
  close(): void;
}

/** Needs Request, Response and node:crypto only. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { clock = systemClock, seed = 1, state = memoryState(), simulations = all, url } = options;
  const world = createWorld({ clock, seed, state });
  const place = url === undefined ? {} : { url };
  const platforms = [...simulations.map((simulation) => simulation.create(world, place)), simulateResearch(world)];
  // Worlds of earlier versions have no companies: start over.
  if (!hasCompanies(world)) {
    if (world.restored) world.clear();
    seedCompany(world, simulations);
    world.flush();
  }
  // Worlds of earlier versions have no research.
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
