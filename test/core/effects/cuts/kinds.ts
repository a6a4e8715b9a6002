import { ends } from './ends.ts';
import { features } from './features.ts';
import type { Kind } from './kind.ts';
import { launch } from './launch.ts';
import { changes, copies, newAdSet, newCampaign } from './manage.ts';
import { more } from './more.ts';
import { structures } from './structure.ts';
import { launchUndos, undos } from './undo.ts';

/**
 * Everything that is done once at a platform: in two lists, because all of it takes too long for
 * each run of the tests.
 */

export const changing: readonly Kind[] = [newCampaign, newAdSet, ...changes];

export const others: readonly Kind[] = [
  launch,
  ...structures,
  ...copies,
  ...ends,
  ...undos,
  ...launchUndos,
  ...features,
  ...more,
];
