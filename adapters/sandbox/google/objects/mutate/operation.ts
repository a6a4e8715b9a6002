import { spansAfter, spansOf } from '../../../kit/delivery.ts';
import { isList, isObject } from '../../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../../types.ts';
import {
  kinds,
  lacking,
  newId,
  notFound,
  type PathPart,
  type Refusal,
  refusal,
  removedResource,
  type Turn,
  words,
} from '../../wire.ts';
import { noteChange } from '../changes.ts';
import { type Draft, isRemoved, type Service } from '../services/service.ts';
import { worldIdOf } from '../services/services.ts';
import { checkShape, masked, maskFields, message } from '../shapes.ts';

export interface DraftBook extends Draft {
  announce(service: Service, name: string, sent: JsonObject, path: readonly PathPart[]): void;
  note(service: Service, sent: JsonObject): void;
}

export function createDraft({ world, customer, fired }: Turn): DraftBook {
  const coming = new Map<string, { readonly kind: string; readonly data: JsonObject }>();
  const unnamed: {
    readonly kind: string;
    readonly data: JsonObject;
    readonly above: readonly string[];
  }[] = [];
  const dataOf = (name: string): JsonObject | undefined =>
    coming.get(name)?.data ?? world.get(worldIdOf(name))?.data;
  const note = ({ kind, above }: Service, data: JsonObject) =>
    void unnamed.push({ kind, data, above: above?.(data) ?? [] });
  return {
    fired,
    announce(service, name, sent, path) {
      const start = `customers/${customer.id}/${service.collection}/-`;
      const isTemporary = name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
      if (!isTemporary)
        throw refusal(
          'newResourceCreationError',
          'CANNOT_SET_ID_FOR_CREATE',
          'Do not set the id field while creating new resources.',
          { path: [...path, { name: 'resource_name' }], trigger: name },
        );
      if (coming.has(name))
        throw refusal(
          'newResourceCreationError',
          'DUPLICATE_TEMP_IDS',
          'Creating more than one resource with the same temp ID is not allowed.',
          { path },
        );
      coming.set(name, { kind: service.kind, data: sent });
      note(service, sent);
    },
    dataOf,
    channelOf: (campaign) => words(dataOf(campaign)?.advertisingChannelType),
    note,
    needs(kind, name, path) {
      if (coming.get(name)?.kind === kind) return;
      const entity = world.get(worldIdOf(name));
      if (entity?.kind !== kind || entity.parents[0] !== customer.id) throw notFound(name, path);
      if (isRemoved(entity)) throw removedResource({ path, trigger: name });
    },
    living(kind, above) {
      const parent = above === '' ? customer.id : worldIdOf(above);
      const there = coming.has(above)
        ? []
        : world.entities(kind, parent).filter((each) => !isRemoved(each));
      return [
        ...there.map(({ data }) => data),
        ...unnamed
          .filter((each) => each.kind === kind && (above === '' || each.above.includes(above)))
          .map(({ data }) => data),
      ];
    },
  };
}

/** A valid operation. */
export interface Planned {
  readonly service: Service;
  /** Answers the object's name. */
  apply(names: Map<string, string>): string;
}

export interface Asked {
  readonly service: Service;
  readonly operation: JsonObject;
  readonly path: readonly PathPart[];
}

type Placed = Pick<Asked, 'service' | 'path'>;

export const pathText = (path: readonly PathPart[]) =>
  path.map(({ name, index }) => (index === undefined ? name : `${name}[${index}]`)).join('.');

const unsupported = (path: readonly PathPart[]) =>
  refusal('operatorError', 'OPERATOR_NOT_SUPPORTED', 'Operator not supported.', { path });

/** Throws where no such object exists. */
function held(
  { world, customer }: Turn,
  { kind, collection }: Service,
  name: string,
  path: readonly PathPart[],
): Entity {
  const [customers, id, named, last = ''] = name.split('/');
  if (customers !== 'customers' || named !== collection || last === '')
    throw refusal(
      'requestError',
      'RESOURCE_NAME_MALFORMED',
      'Resource name provided is malformed.',
      { path, trigger: name },
    );
  const entity = world.get(worldIdOf(name));
  const isIts = entity?.kind === kind && entity.parents[0] === customer.id && id === customer.id;
  if (!isIts || (collection !== 'ads' && words(entity.data.resourceName) !== name))
    throw notFound(name, path);
  return entity;
}

const trademark = 'TRADEMARKS_IN_AD_TEXT';

/** The word that the simulated review finds. */
function policyTopics({ fired }: Turn, { collection }: Service, sent: JsonObject) {
  if (collection !== 'adGroupAds') return [];
  return fired.has('policy-finding') || /trademarked/i.test(JSON.stringify(sent.ad))
    ? [trademark]
    : [];
}

const policyFinding = (topics: readonly string[], path: readonly PathPart[]): Refusal =>
  refusal(
    'policyFindingError',
    'POLICY_FINDING',
    'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    {
      path: [...path, { name: 'ad' }],
      details: {
        policyFindingDetails: {
          policyTopicEntries: topics.map((topic) => ({ topic, type: 'PROHIBITED' })),
        },
      },
    },
  );

export function planCreate(
  turn: Turn,
  draft: DraftBook,
  {
    service,
    path,
    sent,
    policy,
  }: Placed & { readonly sent: JsonObject; readonly policy: Json | undefined },
): Planned {
  if (service.collection === 'ads') throw unsupported(path);
  checkShape(sent, message(service.fields), pathText(path));
  for (const field of service.required)
    if (sent[field] === undefined)
      throw lacking({
        path: [...path, { name: field }],
      });
  service.check(sent, draft, path, true);
  const topics = policyTopics(turn, service, sent);
  const ignored =
    isObject(policy) && isList(policy.ignorablePolicyTopics) ? policy.ignorablePolicyTopics : [];
  if (topics.some((topic) => !ignored.includes(topic))) throw policyFinding(topics, path);
  const { resourceName: temporary } = sent;
  if (typeof temporary === 'string') draft.announce(service, temporary, sent, path);
  else draft.note(service, sent);
  return {
    service,
    apply: (names) =>
      create(turn, service, {
        sent: withNames(sent, names),
        topics,
        named: typeof temporary === 'string' ? { temporary, names } : undefined,
      }),
  };
}

function create(
  { world, customer, company }: Turn,
  service: Service,
  {
    sent,
    topics,
    named,
  }: {
    readonly sent: JsonObject;
    readonly topics: readonly string[];
    readonly named: { readonly temporary: string; readonly names: Map<string, string> } | undefined;
  },
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
  const id = service.idOf?.(sent, () => newId(world)) ?? newId(world);
  const resourceName = `customers/${customer.id}/${service.collection}/${id}`;
  const data: JsonObject = {
    ...sent,
    id,
    ...service.made?.(sent, id, customer.id),
    resourceName,
    ...(topics.length > 0 && { topics: [...topics] }),
  };
  const { id: _composite, ...others } = data;
  const worldId = service.worldId?.(id) ?? id;
  if (world.get(worldId) !== undefined && !isRemoved(world.get(worldId) as Entity))
    return resourceName; // links that exist are kept
  const above = (service.above?.(sent) ?? []).flatMap((name) => ancestors(world, name));
  const on = words(data.status) === 'ENABLED' || words(data.status) === '';
  world.add({
    id: worldId,
    kind: service.kind,
    company,
    parents: [customer.id, ...above],
    data: { ...(id.includes('~') ? others : data), spans: on ? [[world.now(), null]] : [] },
  });
  named?.names.set(named.temporary, resourceName);
  noteChange(world, customer, service, {
    operation: 'CREATE',
    resourceName,
    after: data,
    before: {},
    fields: Object.keys(sent),
  });
  return resourceName;
}

/** The campaign first. */
function ancestors(world: World, name: string) {
  const entity = world.get(worldIdOf(name));
  if (entity === undefined) return [];
  return [...entity.parents.slice(1), entity.id];
}

/** Replaces temporary names by real ones. */
function withNames(sent: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const replaced = (value: Json): Json => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (isList(value)) return value.map(replaced);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]))
      : value;
  };
  const { resourceName: _temporary, ...others } = sent;
  return names.size === 0 ? others : (replaced(others) as JsonObject); // an object stays one
}

export function planUpdate(
  turn: Turn,
  draft: Draft,
  {
    service,
    path,
    sent,
    mask,
  }: Placed & { readonly sent: JsonObject; readonly mask: Json | undefined },
): Planned {
  if (service.updates !== true) throw unsupported(path);
  const inside = [...path, { name: 'update' }];
  checkShape(sent, message(service.fields), pathText(inside));
  const name = words(sent.resourceName);
  if (name === '')
    throw refusal(
      'requestError',
      'RESOURCE_NAME_MISSING',
      'Resource name is required for this request.',
      { path: inside },
    );
  const entity = held(turn, service, name, [...inside, { name: 'resource_name' }]);
  if (isRemoved(entity)) throw removedResource({ path: inside });
  const fields = maskFields(mask, path);
  for (const field of fields) {
    const [top = ''] = field.split('.');
    if (service.fields[top] === undefined)
      throw refusal(
        'fieldMaskError',
        'FIELD_NOT_FOUND',
        'The field mask contained an invalid field.',
        {
          path: [...path, { name: 'update_mask' }],
          trigger: field,
        },
      );
    if (top === 'resourceName' || service.immutable.includes(top))
      throw refusal(
        'requestError',
        'IMMUTABLE_FIELD',
        'The field cannot be modified because it is immutable.',
        {
          path: [...inside, { name: top }],
          trigger: field,
        },
      );
  }
  // an ad group ad holds its ad
  const before = service.collection === 'ads' ? (entity.data.ad as JsonObject) : entity.data;
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
  {
    before,
    after,
    fields,
  }: {
    readonly before: JsonObject;
    readonly after: JsonObject;
    readonly fields: readonly string[];
  },
): void {
  const entity = world.get(id);
  if (entity === undefined) return;
  const noted = {
    ...(after.name !== undefined && { heldName: words(after.name) }),
    ...(service.collection === 'ads' && service.made?.(after, '', '')),
  };
  const on = words(after.status) === 'ENABLED';
  const spans = fields.includes('status')
    ? { spans: spansAfter(spansOf(entity), on, world.now()) }
    : {};
  const gone = Object.fromEntries(
    Object.keys(before)
      .filter((key) => after[key] === undefined)
      .map((key) => [key, null]),
  );
  const data = service.collection === 'ads' ? { ad: after } : { ...gone, ...after };
  world.change(id, { ...data, ...noted, ...spans });
  noteChange(world, customer, service, {
    operation: 'UPDATE',
    resourceName: words(entity.data.resourceName),
    before,
    after,
    fields,
  });
}

export function planRemove(turn: Turn, { service, path }: Placed, name: string): Planned {
  if (service.removes !== true) throw unsupported(path);
  const entity = held(turn, service, name, [...path, { name: 'remove' }]);
  if (isRemoved(entity)) throw removedResource({ path });
  return {
    service,
    apply() {
      removeWithin(turn, entity);
      noteChange(turn.world, turn.customer, service, {
        operation: 'REMOVE',
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
function removeWithin({ world }: Turn, entity: Entity) {
  const within = [kinds.adGroup, kinds.ad, kinds.criterion, kinds.assetGroup].flatMap((kind) =>
    world.entities(kind, entity.id),
  );
  for (const each of [entity, ...within])
    if (!isRemoved(each))
      world.change(each.id, {
        status: 'REMOVED',
        spans: spansAfter(spansOf(each), false, world.now()),
      });
}
