import type { Clock } from '../../core/ports/clock.ts';
import { systemClock } from '../runtime/system-clock.ts';
import { createAuthorizations } from './authorization.ts';
import { companiesOf, hasCompanies, seedCompany } from './companies.ts';
import { type Control, createControl } from './control.ts';
import { simulations as all } from './registry.ts';
import { isSeeded, seedResearch } from './research/seed.ts';
import { simulateResearch } from './research/source.ts';
import type { Simulation } from './simulation.ts';
import { createWorld, type Manners, memoryState, type SandboxState } from './world.ts';

export interface SandboxOptions extends Manners {
  /** Simulated time follows it. Default: the machine's. */
  readonly clock?: Clock;
  /**
   * The day on which simulated time begins, YYYY-MM-DD (at noon, UTC) or a moment. Default: now.
   */
  readonly today?: string;
  /** Every request is answered this much later. Default 0. */
  readonly latencyMs?: number;
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

/**
 * The simulated platforms, in this process. Needs Request, Response and node:crypto only.
 *
 * @example
 * import { createSandbox } from 'slipway-sandbox';
 *
 * const sandbox = createSandbox({ today: '2026-11-01', seed: 7 });
 * const state = await sandbox.fetch(new Request('http://sandbox.test/_sandbox/state'));
 * console.log(new Date((await state.json()).now).toISOString().slice(0, 10)); // 2026-11-01
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const {
    clock: given = systemClock,
    today,
    seed = 1,
    state = memoryState(),
    simulations = all,
    url,
  } = options;
  const clock = today === undefined ? given : startingAt(today, given);
  const world = createWorld({ clock, seed, state, manners: options });
  const place = url === undefined ? {} : { url };
  const platforms = [
    ...simulations.map((simulation) => simulation.create(world, place)),
    simulateResearch(world),
  ];
  // Worlds of earlier versions have no companies: start over.
  if (!hasCompanies(world)) {
    if (world.restored) world.clear();
    seedCompany(world, simulations);
    world.flush();
  }
  // Worlds of earlier versions have no research.
  for (const company of companiesOf(world))
    if (!isSeeded(world, company)) seedResearch(world, company);
  world.flush();
  const control: Control = createControl(world, platforms, simulations);
  if (options.latencyMs !== undefined) world.notes.set('latency', options.latencyMs);
  const authorizations = createAuthorizations(world, simulations);

  return {
    close: () => state.close(),
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/_sandbox/')) return control.fetch(request);
      const authorized = await authorizations.fetch(request);
      if (authorized !== undefined) return authorized;
      const platform = platforms.find(
        ({ name }) => pathname === `/${name}` || pathname.startsWith(`/${name}/`),
      );
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

/** A clock that begins at a day or moment and goes on as another does. */
export function startingAt(moment: string, clock: Clock): Clock {
  const start = Date.parse(/^\d{4}-\d\d-\d\d$/.test(moment) ? `${moment}T12:00:00Z` : moment);
  if (Number.isNaN(start))
    throw new Error(`today must be a day such as 2026-11-01, or a moment, not "${moment}".`);
  const ahead = start - clock.now();
  return {
    now: () => clock.now() + ahead,
    monotonic: () => clock.monotonic(),
    sleep: (ms) => clock.sleep(ms),
  };
}
