import type { Entity, JsonObject } from '../../entity.ts';
import { Refused } from '../../kit/faults.ts';
import { listed, type Turn } from '../wire/call.ts';
import type { Params } from '../wire/params.ts';
import { codeOf, invalid, type SnapchatFault } from '../wire/refusals.ts';
import { shown } from './shown.ts';

export interface Noun {
  readonly plural: string;
  readonly singular: string;
}

/** One by one: a refused item is its own answer. */
export function eachItem(turn: Turn, { plural, singular }: Noun, write: (item: Params, at: number) => Entity): JsonObject {
  const items = listed(turn, plural);
  const { fired } = turn;
  const most = Number(fired.get('list-too-long')?.limit ?? 1);
  if (fired.has('list-too-long') && items.length > most) throw invalid(`${plural} has more than ${most} objects.`);
  const answers = items.map((item, at): JsonObject => {
    try {
      if (fired.has('partial') && at % 2 === 1) throw invalid('The object could not be written.');
      return { sub_request_status: 'SUCCESS', [singular]: shown(turn, write(item, at)) };
    } catch (error) {
      if (!(error instanceof Refused) || fired.has('items-refuse-all')) throw error;
      return refusedItem(error);
    }
  });
  return { [plural]: fired.has('items-shuffled') ? answers.reverse() : answers };
}

function refusedItem(refused: Refused<unknown>): JsonObject {
  const fault = refused.fault as SnapchatFault; // what every part of this simulator refuses with
  const code = codeOf(fault);
  return {
    sub_request_status: 'ERROR',
    sub_request_error_reason: code === undefined ? fault.message : `${code}: ${fault.message}`,
  };
}

/** A list of one. */
export const single = (turn: Turn, { plural, singular }: Noun, entity: Entity): JsonObject => ({
  [plural]: [{ sub_request_status: 'SUCCESS', [singular]: shown(turn, entity) }],
});
