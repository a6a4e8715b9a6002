import { platformModules } from '../../adapters/platforms/registry.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { features } from '../../core/features/registry.ts';
import type { Feature } from '../../core/operations/feature.ts';
import { toy } from '../../examples/platform/platform.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import type { DashboardFiles } from '../../server/http/settings.ts';
import { startWholeService } from '../whole-service.ts';

/**
 * The service with one platform more, and features: registered here, at run time, and nowhere else.
 */
export const startToyService = (dashboard?: DashboardFiles, more: readonly Feature[] = []) =>
  startWholeService(
    dashboard,
    { modules: [...platformModules, toy], simulations: [...simulations, toySimulation] },
    // A grouping of reports is that of the first feature that has it.
    [...more, ...features],
  );
