import type { Entity } from '../world.ts';
import { rowOf } from './lists.ts';
import { flag, oneOf, requiredWords } from './params.ts';
import { invalid } from './refusals.ts';
import { isDeleted, type Operation, operations, spansAfter, spansOf } from './statuses.ts';
import { type Endpoint, kinds, ownedBy, type Turn, writableAccount } from './turn.ts';

/** Objects one call may switch. */
const most = 20;

const switching = (kind: string, noun: 'campaign' | 'adgroup' | 'ad'): Endpoint => ({
  method: 'POST',
  known: [`${noun}_ids`, 'operation_status', 'allow_partial_success'],
  run(turn) {
    const account = writableAccount(turn);
    const operation = oneOf(turn.params, 'operation_status', operations);
    if (operation === undefined) throw invalid('operation_status: Missing data for required field.');
    const ids = requiredWords(turn.params, `${noun}_ids`, most);
    const found = ids.flatMap((id): readonly Entity[] => {
      const entity = ownedBy(turn, account, kind, id);
      const why = entity === undefined ? 'does not exist' : isDeleted(entity) ? 'has been deleted' : undefined;
      if (why === undefined) return entity === undefined ? [] : [entity];
      // One that cannot be changed refuses all, unless the caller takes what it can get.
      if (noun === 'adgroup' && flag(turn.params, 'allow_partial_success')) return [];
      throw invalid(`${noun}_ids: The ${noun} ${id} ${why}.`);
    });
    const changed = found.map((entity) => switchOne(turn, entity, operation));
    return {
      [`${noun}_ids`]: changed.map(({ id }) => id),
      status: operation,
      [`${noun}_list`]: changed.map((entity) => rowOf(turn, account, entity)),
    };
  },
});

export const switchingEndpoints: { readonly [path: string]: Endpoint } = {
  'campaign/status/update': switching(kinds.campaign, 'campaign'),
  'adgroup/status/update': switching(kinds.adGroup, 'adgroup'),
  'ad/status/update': switching(kinds.ad, 'ad'),
};

function switchOne({ world }: Turn, entity: Entity, operation: Operation): Entity {
  return world.change(entity.id, {
    operation_status: operation,
    spans: spansAfter(spansOf(entity), operation, world.now()),
  });
}
