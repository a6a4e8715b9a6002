import type { Entity, JsonObject } from '../../entity.ts';
import { invalid } from '../graph/errors.ts';
import { number, string, type Turn } from '../graph/graph.ts';
import { object, oneOf, time } from '../graph/params.ts';
import { statusOfEntity } from '../graph/status.ts';
import { zoneFor } from './accounts.ts';

/** The copied object has depth 0; by default only its name changes. */
export function copiedName(turn: Turn, source: Entity, depth: number): string {
  const name = string(source.data.name) ?? '';
  const options = object(turn.call.params, 'rename_options') ?? {};
  const strategy = string(options.rename_strategy) ?? 'ONLY_TOP_LEVEL_RENAME';
  if (!['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME'].includes(strategy))
    throw invalid('Unknown rename_strategy', 'rename_options');
  if (strategy === 'NO_RENAME' || (strategy === 'ONLY_TOP_LEVEL_RENAME' && depth > 0)) return name;
  return `${string(options.rename_prefix) ?? ''}${name}${string(options.rename_suffix) ?? ' - Copy'}`;
}

export function copiedStatus(turn: Turn, source: Entity): string {
  const option = oneOf(turn.call.params, 'status_option', ['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE'] as const) ?? 'PAUSED';
  return option === 'INHERITED_FROM_SOURCE' ? statusOfEntity(source) : option;
}

/** An ad set that has ended runs again from now, as long as before. */
export function copiedTimes(turn: Turn, source: Entity): JsonObject {
  const zone = zoneFor(turn, source);
  const now = turn.world.now();
  const start = number(source.data.start_at) ?? source.created;
  const end = number(source.data.end_at);
  const ended = end !== undefined && end !== 0 && end <= now;
  const startAt = time(turn.call.params, 'start_time', zone) ?? (ended ? now : start);
  const endAt = time(turn.call.params, 'end_time', zone) ?? (ended ? now + end - start : end);
  return { start_at: startAt, ...(endAt === undefined ? {} : { end_at: endAt }) };
}
