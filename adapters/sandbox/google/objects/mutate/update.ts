import type { Json, JsonObject } from '../../../entity.ts';
import { spansAfter, spansOf } from '../../../kit/delivery.ts';
import { type Turn, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { noteChange } from '../changes.ts';
import { type Draft, isRemoved, type Service } from '../services/service.ts';
import { checkShape, masked, maskFields, message } from '../shapes.ts';
import { held, type Placed, type Planned, pathText } from './operation.ts';

export function planUpdate(
  turn: Turn,
  draft: Draft,
  { service, path }: Placed,
  sent: JsonObject,
  mask: Json | undefined,
): Planned {
  if (service.updates !== true) throw refusal('operatorError', 'OPERATOR_NOT_SUPPORTED', 'Operator not supported.', { path });
  const inside = [...path, { name: 'update' }];
  checkShape(sent, message(service.fields), pathText(inside));
  const name = words(sent.resourceName);
  if (name === '')
    throw refusal('requestError', 'RESOURCE_NAME_MISSING', 'Resource name is required for this request.', { path: inside });
  const entity = held(turn, service, name, [...inside, { name: 'resource_name' }]);
  if (isRemoved(entity))
    throw refusal(
      'contextError',
      'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The operation is not allowed for removed resources.',
      { path: inside },
    );
  const fields = maskFields(mask, path);
  for (const field of fields) {
    const [top = ''] = field.split('.');
    if (service.fields[top] === undefined)
      throw refusal('fieldMaskError', 'FIELD_NOT_FOUND', 'The field mask contained an invalid field.', {
        path: [...path, { name: 'update_mask' }],
        trigger: field,
      });
    if (top === 'resourceName' || service.immutable.includes(top))
      throw refusal('requestError', 'IMMUTABLE_FIELD', 'The field cannot be modified because it is immutable.', {
        path: [...inside, { name: top }],
        trigger: field,
      });
  }
  const before = service.collection === 'ads' ? (entity.data.ad as JsonObject) : entity.data; // an ad group ad holds its ad
  const after = masked(before, sent, fields);
  service.check(after, draft, inside, false);
  return {
    service,
    apply() {
      change(turn, service, entity.id, { before, after, fields });
      return name;
    },
  };
}

function change(
  { world, customer }: Turn,
  service: Service,
  id: string,
  { before, after, fields }: { readonly before: JsonObject; readonly after: JsonObject; readonly fields: readonly string[] },
): void {
  const entity = world.get(id);
  if (entity === undefined) return;
  const noted = {
    ...(after.name !== undefined && { heldName: words(after.name) }),
    ...(service.collection === 'ads' && service.made?.(after, '', '')),
  };
  const on = words(after.status) === 'ENABLED';
  const spans = fields.includes('status') ? { spans: spansAfter(spansOf(entity), on, world.now()) } : {};
  const gone = Object.fromEntries(
    Object.keys(before)
      .filter((key) => after[key] === undefined)
      .map((key) => [key, null]),
  );
  const data = service.collection === 'ads' ? { ad: after } : { ...gone, ...after };
  world.change(id, { ...data, ...noted, ...spans });
  noteChange(world, customer, service, 'UPDATE', { resourceName: words(entity.data.resourceName), before, after, fields });
}
