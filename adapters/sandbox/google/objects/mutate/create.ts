import type { Entity, Json, JsonObject } from '../../../entity.ts';
import { isList, isObject } from '../../../kit/json.ts';
import type { World } from '../../../world.ts';
import { newId, type Turn, words } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { noteChange } from '../changes.ts';
import { isRemoved, type Service } from '../services/service.ts';
import { worldIdOf } from '../services/services.ts';
import { checkShape, message } from '../shapes.ts';
import type { DraftBook } from './draft.ts';
import { type Placed, type Planned, pathText } from './operation.ts';
import { policyFinding, policyTopics } from './policy.ts';

export function planCreate(
  turn: Turn,
  draft: DraftBook,
  { service, path }: Placed,
  sent: JsonObject,
  { policyValidationParameter: policy }: JsonObject,
): Planned {
  if (service.collection === 'ads') throw refusal('operatorError', 'OPERATOR_NOT_SUPPORTED', 'Operator not supported.', { path });
  checkShape(sent, message(service.fields), pathText(path));
  for (const field of service.required)
    if (sent[field] === undefined)
      throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', {
        path: [...path, { name: field }],
      });
  service.check(sent, draft, path, true);
  const topics = policyTopics(turn, service, sent);
  const ignored = isObject(policy) && isList(policy.ignorablePolicyTopics) ? policy.ignorablePolicyTopics : [];
  if (topics.some((topic) => !ignored.includes(topic))) throw policyFinding(topics, path);
  const { resourceName: temporary } = sent;
  if (typeof temporary === 'string') draft.announce(service, temporary, sent, path);
  else draft.note(service, sent);
  return {
    service,
    apply: (names) =>
      create(turn, service, withNames(sent, names), topics, typeof temporary === 'string' ? { temporary, names } : undefined),
  };
}

function create(
  { world, customer, company }: Turn,
  service: Service,
  sent: JsonObject,
  topics: readonly string[],
  named: { readonly temporary: string; readonly names: Map<string, string> } | undefined,
): string {
  const content = service.contentOf?.(sent);
  const same =
    content === undefined
      ? undefined
      : world.entities(service.kind, customer.id).find((each) => each.data.heldContent === content);
  if (same !== undefined) {
    named?.names.set(named.temporary, words(same.data.resourceName));
    return words(same.data.resourceName);
  }
  const id = service.idOf(sent, () => newId(world));
  const resourceName = `customers/${customer.id}/${service.collection}/${id}`;
  const data: JsonObject = {
    ...sent,
    id,
    ...service.made?.(sent, id, customer.id),
    resourceName,
    ...(topics.length > 0 && { topics: [...topics] }),
  };
  const { id: _composite, ...others } = data;
  const worldId = service.worldId(id);
  if (world.get(worldId) !== undefined && !isRemoved(world.get(worldId) as Entity)) return resourceName; // links that exist are kept
  const above = service.above(sent).flatMap((name) => ancestors(world, name));
  const on = words(data.status) === 'ENABLED' || words(data.status) === '';
  world.add({
    ...{ id: worldId, kind: service.kind, company, parents: [customer.id, ...above] },
    data: { ...(id.includes('~') ? others : data), spans: on ? [[world.now(), null]] : [] },
  });
  named?.names.set(named.temporary, resourceName);
  noteChange(world, customer, service, 'CREATE', { resourceName, after: data, before: {}, fields: Object.keys(sent) });
  return resourceName;
}

/** The campaign first. */
function ancestors(world: World, name: string): readonly string[] {
  const entity = world.get(worldIdOf(name));
  if (entity === undefined) return [];
  return [...entity.parents.slice(1), entity.id];
}

/** Replaces temporary names by real ones. */
function withNames(sent: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const replaced = (value: Json): Json => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (isList(value)) return value.map(replaced);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)])) : value;
  };
  const { resourceName: _temporary, ...others } = sent;
  return names.size === 0 ? others : (replaced(others) as JsonObject); // an object stays one
}
