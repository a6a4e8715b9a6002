import type { Scene } from './acts.ts';
import * as administration from './administration.ts';
import { bulk, undoBulk } from './bulk.ts';
import * as changes from './changes.ts';
import { convert } from './conversions.ts';
import * as launches from './launches.ts';
import { erase, leads } from './leads.ts';
import * as making from './making.ts';
import { planLaunch } from './planned-launches.ts';
import { plan, presume } from './plans.ts';
import { rule } from './rules.ts';
import { sheet } from './sheets.ts';
import { launchTree } from './structures.ts';
import { hide, reply } from './talk.ts';

type Doing = (scene: Scene) => Promise<void>;

/**
 * What people do, and how often of a hundred times or so. What is new comes last: kept stories name
 * acts by their places.
 */
const OFTEN: readonly (readonly [often: number, act: Doing])[] = [
  [14, launches.launch],
  [10, changes.rename],
  [8, changes.budget],
  [6, changes.status],
  [6, making.create],
  [8, making.copy],
  [4, launches.retry],
  [3, launches.cancel],
  [4, launches.undo],
  [8, bulk],
  [4, undoBulk],
  [10, plan],
  [8, changes.undoUpdate],
  [1, presume],
  [3, administration.editLimits],
  [2, administration.reconnect],
  [1, administration.revokeModel],
  [5, leads],
  [2, erase],
  [4, reply],
  [2, hide],
  [10, launchTree],
  [6, convert],
  [6, rule],
  [5, planLaunch],
  [4, launches.correct],
];

/** Stories of a sheet are a kind of their own: they take many times as long as others. */
export const SHEET_ACTS: readonly Doing[] = [sheet];
export const SHEETS_ONE_IN = 100;

export const ACTS: readonly Doing[] = OFTEN.flatMap(([often, act]) =>
  Array.from({ length: often }, () => act),
);
