import type { Entity } from '../../../entity.ts';
import { spansAfter, spansOf } from '../../../kit/delivery.ts';
import { kinds, type Turn } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { noteChange } from '../changes.ts';
import { isRemoved } from '../services/service.ts';
import { held, type Placed, type Planned } from './operation.ts';

export function planRemove(turn: Turn, { service, path }: Placed, name: string): Planned {
  if (service.removes !== true) throw refusal('operatorError', 'OPERATOR_NOT_SUPPORTED', 'Operator not supported.', { path });
  const entity = held(turn, service, name, [...path, { name: 'remove' }]);
  if (isRemoved(entity))
    throw refusal(
      'contextError',
      'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The operation is not allowed for removed resources.',
      { path },
    );
  return {
    service,
    apply() {
      removeWithin(turn, entity);
      noteChange(turn.world, turn.customer, service, 'REMOVE', {
        resourceName: name,
        before: { status: entity.data.status ?? '' },
        after: {},
        fields: ['status'],
      });
      return name;
    },
  };
}

/** Removes what is below, too. */
function removeWithin({ world }: Turn, entity: Entity): void {
  const within = [kinds.adGroup, kinds.ad, kinds.criterion, kinds.assetGroup].flatMap((kind) => world.entities(kind, entity.id));
  for (const each of [entity, ...within])
    if (!isRemoved(each)) world.change(each.id, { status: 'REMOVED', spans: spansAfter(spansOf(each), false, world.now()) });
}
