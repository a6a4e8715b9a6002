import type { Entity, Json, JsonObject } from '../../entity.ts';
import { newId, string, type Turn } from '../graph/graph.ts';

/** Older names of the levels. */
const objectTypes: { readonly [kind: string]: string } = {
  campaigns: 'CAMPAIGN_GROUP',
  adsets: 'CAMPAIGN',
  ads: 'ADGROUP',
  adaccounts: 'ACCOUNT',
  adimages: 'ACCOUNT',
};

/** `at` may lie ahead: the entry shows from then on. */
export function log(
  turn: Pick<Turn, 'world' | 'company' | 'token'>,
  event: string,
  object: Entity,
  extra: JsonObject | readonly Json[],
  at?: number,
): void {
  const account = object.kind === 'adaccounts' ? object.id : (object.parents[0] ?? '');
  turn.world.add({
    id: newId(turn.world),
    kind: 'activities',
    company: object.company,
    parents: [account, object.id],
    ...(at === undefined ? {} : { created: at }),
    data: {
      event_type: event,
      object_id: object.kind === 'adaccounts' ? account.replace(/^act_/, '') : object.id,
      object_name: string(object.data.name) ?? '',
      object_type: objectTypes[object.kind] ?? 'ACCOUNT',
      actor_id: turn.token.data.user ?? '',
      actor_name: turn.token.data.name ?? '',
      extra_data: JSON.stringify(extra),
    },
  });
}
