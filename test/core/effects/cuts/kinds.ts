import { features } from './features.ts';
import type { Kind } from './kind.ts';
import { launch } from './launch.ts';
import { changes, copies, ends, newAdSet, newCampaign } from './manage.ts';
import { launchUndos, undos } from './undo.ts';

/** Everything that is done once at a platform. Those that a request carries out alone are soon cut; the others take workers. */

export const inRequests: readonly Kind[] = [newCampaign, newAdSet, ...changes, ...undos];

export const inBackground: readonly Kind[] = [launch, ...launchUndos, ...copies, ...ends, ...features];
