import { platformModules } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { toy } from '../../examples/platform/platform.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import type { DashboardFiles } from '../../server/ports.ts';
import { startWholeService } from '../whole-service.ts';

/** The service with one platform more: registered here, at run time, and nowhere else. */
export const startToyService = (dashboard?: DashboardFiles) =>
  startWholeService(dashboard, { modules: [...platformModules, toy], simulations: [...simulations, toySimulation] });
