import type { Scene } from './acts.ts';
import * as administration from './administration.ts';
import { bulk, undoBulk } from './bulk.ts';
import * as changes from './changes.ts';
import * as launches from './launches.ts';
import * as making from './making.ts';
import { plan, presume } from './plans.ts';

/** What people do; what stands here twice they do twice as often. */
export const ACTS: readonly ((scene: Scene) => Promise<void>)[] = [
  launches.launch,
  launches.launch,
  changes.rename,
  changes.rename,
  changes.budget,
  changes.status,
  making.create,
  making.copy,
  launches.retry,
  launches.cancel,
  launches.undo,
  bulk,
  bulk,
  undoBulk,
  plan,
  plan,
  changes.undoUpdate,
  changes.undoUpdate,
  presume,
  administration.editLimits,
  administration.editLimits,
  administration.reconnect,
  administration.revokeModel,
];
