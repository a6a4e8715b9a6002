import type { Entity } from '../../entity.ts';
import { zoneFor } from '../objects/accounts.ts';
import { number, type Turn } from './graph.ts';
import { formatTime } from './times.ts';

/** Money is text in answers. */
export const money =
  (name: string) =>
  (entity: Entity): string | undefined =>
    entity.data[name] === undefined ? undefined : String(entity.data[name]);

/** Kept as milliseconds under another name, shown in the account's zone. */
export const clockTime =
  (name: string) =>
  (entity: Entity, turn: Turn): string | undefined => {
    const at = number(entity.data[name]);
    return at === undefined || at === 0 ? undefined : formatTime(at, zoneFor(turn, entity));
  };

export const timeFields = {
  created_time: (entity: Entity, turn: Turn): string => formatTime(entity.created, zoneFor(turn, entity)),
  updated_time: (entity: Entity, turn: Turn): string => formatTime(entity.updated, zoneFor(turn, entity)),
  account_id: (entity: Entity): string => (entity.parents[0] ?? '').replace(/^act_/, ''),
};
