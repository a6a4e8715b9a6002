import * as v from 'valibot';
import { nameText } from '../../../core/base/schema/fields.ts';
import {
  type NamedRecord,
  namedDocuments,
  toldTimes,
} from '../../../core/operations/named-documents.ts';
import { kind } from '../../../core/ports/store.ts';

export const newBoat = v.object({
  name: nameText(100),
  berth: v.pipe(v.number(), v.integer(), v.minValue(1, 'Berths count from 1.')),
});
export const boatChanges = v.partial(newBoat);
export const boat = v.object({
  id: v.string(),
  ...newBoat.entries,
  createdAt: v.string(),
  updatedAt: v.string(),
});

interface BoatRecord extends NamedRecord {
  readonly berth: number;
}

export const boatKind = kind<BoatRecord>('boat', { createdAt: 'number' });

export const boats = namedDocuments<BoatRecord, v.InferOutput<typeof boat>>({
  kind: boatKind,
  room: { most: 100, what: 'boats', code: 'too_many_boats' },
  prefix: 'boat',
  noun: 'boat',
  event: 'boat.berthed',
  missing: 'There is no such boat.',
  hint: 'boats.list',
  shown: (id, doc) => ({ id, name: doc.name, berth: doc.berth, ...toldTimes(doc) }),
});

/** A launch that a boat took out. */
export interface Voyage {
  readonly batchId: string;
  readonly ads: number;
  /** `out`: the job has not looked at it yet. */
  readonly state: 'out' | 'logged';
}

export const voyageKind = kind<Voyage>('voyage', {});

/** An event that the lighthouse has heard of. */
export interface Sighting {
  readonly name: string;
}

export const sightingKind = kind<Sighting>('sighting', {});
export const VOYAGE_QUEUE = 'voyages';
