import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { type Endpoint, type Endpoints, kinds, ownedBy, type Turn, writableAccount } from '../wire/call.ts';
import { flag, requiredOneOf, requiredWords } from '../wire/params.ts';
import { invalid } from '../wire/refusals.ts';
import { isDeleted, type Operation, operations } from './statuses.ts';

/** Objects per call. */
const most = 20;

const switching = (kind: string, noun: 'campaign' | 'adgroup' | 'ad'): Endpoint => ({
  known: [`${noun}_ids`, 'operation_status', 'allow_partial_success'],
  run(turn) {
    const account = writableAccount(turn);
    const operation = requiredOneOf(turn.params, 'operation_status', operations);
    const ids = requiredWords(turn.params, `${noun}_ids`, most);
    const found = ids.flatMap((id): readonly Entity[] => {
      const entity = ownedBy(turn, account, kind, id);
      const why = entity === undefined ? 'does not exist' : isDeleted(entity) ? 'has been deleted' : undefined;
      if (why === undefined) return entity === undefined ? [] : [entity];
      // One refused object refuses all, unless partial success is allowed.
      if (noun === 'adgroup' && flag(turn.params, 'allow_partial_success')) return [];
      throw invalid(`${noun}_ids: The ${noun} ${id} ${why}.`);
    });
    const changed = found.map((entity) => switchOne(turn, entity, operation));
    return { [`${noun}_ids`]: changed.map(({ id }) => id), status: operation, ...beside[noun] };
  },
});

/** Ordinary campaigns answer an empty list. */
const beside: { readonly [noun: string]: JsonObject } = { campaign: { campaign_list: [] }, adgroup: {}, ad: { aco_ad_ids: [] } };

export const switchingEndpoints: Endpoints = {
  'POST campaign/status/update': switching(kinds.campaign, 'campaign'),
  'POST adgroup/status/update': switching(kinds.adGroup, 'adgroup'),
  'POST ad/status/update': switching(kinds.ad, 'ad'),
};

function switchOne({ world }: Turn, entity: Entity, operation: Operation): Entity {
  return world.change(entity.id, {
    operation_status: operation,
    spans: spansAfter(spansOf(entity), operation === 'ENABLE', world.now()),
  });
}
