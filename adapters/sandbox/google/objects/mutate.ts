import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isList, isObject } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../world.ts';
import { checkKnown, kinds, newId, notFound, type Turn, words } from '../wire/call.ts';
import { badPayload, failureOf, type GoogleFault, type PathPart, Refusal, refusal, rpcOf } from '../wire/refusals.ts';
import { noteChange } from './changes.ts';
import { isRemoved, type Service, services } from './services.ts';
import { checkShape, masked, maskFields, message } from './shapes.ts';

/** What earlier operations of a request would make, so that later ones can name it by a temporary id. */
export interface Draft {
  /** Throws where there is no such object that is not removed. */
  needs(kind: string, name: string, path: readonly PathPart[]): void;
  /** What is not removed of a kind, below an object or in the account; those the request would make as well. */
  living(kind: string, above: string): readonly JsonObject[];
}

/** An operation that was found good. */
interface Planned {
  readonly service: Service;
  /** Carries it out. Answers the name of the object. */
  apply(names: Map<string, string>): string;
}

interface Asked {
  readonly service: Service;
  readonly operation: JsonObject;
  readonly path: readonly PathPart[];
}

const mostOperations = 10_000;
const serviceOf = (collection: string): Service | undefined => services.find((each) => each.collection === collection);

/** `{collection}:mutate`: operations of one kind. */
export function mutate(turn: Turn, collection: string, requestId: string): JsonObject | undefined {
  const service = serviceOf(collection);
  if (service === undefined) return undefined;
  checkKnown(turn.body, ['operations', 'partialFailure', 'validateOnly', 'responseContentType', 'customerId']);
  const asked = operationsOf(turn.body, 'operations').map((operation, index) => ({
    ...{ service, operation, path: [{ name: 'operations', index }] },
  }));
  return carryOut(turn, asked, requestId, (names) => ({
    results: names.map((name) => (name === undefined ? {} : { resourceName: name })),
  }));
}

/** `googleAds:mutate`: operations of every kind. */
export function mutateAll(turn: Turn, requestId: string): JsonObject {
  checkKnown(turn.body, ['mutateOperations', 'partialFailure', 'validateOnly', 'responseContentType', 'customerId']);
  const asked = operationsOf(turn.body, 'mutateOperations').map((each, index): Asked => {
    const [key = '', ...others] = Object.keys(each);
    const service = services.find(({ name }) => `${name}Operation` === key);
    const operation = each[key];
    if (service === undefined || others.length > 0 || !isObject(operation))
      throw badPayload(
        `Invalid JSON payload received. Unknown name "${key}" at 'mutate_operations[${index}]': Cannot find field.`,
      );
    const inner = `${service.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_operation`;
    return { service, operation, path: [{ name: 'mutate_operations', index }, { name: inner }] };
  });
  return carryOut(turn, asked, requestId, (names) => ({
    mutateOperationResponses: names.map((name, index) =>
      name === undefined ? {} : { [`${asked[index]?.service.name}Result`]: { resourceName: name } },
    ),
  }));
}

function operationsOf(body: JsonObject, field: string): readonly JsonObject[] {
  const list = body[field];
  if (!isList(list) || list.length === 0)
    throw refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', { path: [{ name: field }] });
  if (list.length > mostOperations)
    throw refusal('requestError', 'TOO_MANY_MUTATE_OPERATIONS', 'Too many mutate operations requested.');
  return list.map((each) => {
    if (!isObject(each)) throw badPayload(`Invalid value at '${field}'`);
    return each;
  });
}

/** All of them or none; with partial failure those that are good. Nothing of it where it is to be validated only. */
function carryOut(
  turn: Turn,
  asked: readonly Asked[],
  requestId: string,
  answer: (names: readonly (string | undefined)[]) => JsonObject,
): JsonObject {
  const partial = turn.body.partialFailure === true;
  const draft = createDraft(turn);
  const faults: GoogleFault[] = [];
  const planned = asked.map((each, index): Planned | undefined => {
    try {
      if (partial && turn.fired.has('partial') && index % 2 === 1) throw stumble(each.path);
      return plan(turn, draft, each);
    } catch (error) {
      if (!(error instanceof Refusal) || error.fault.family === undefined) throw error;
      faults.push(error.fault);
      return undefined;
    }
  });
  if (faults.length > 0 && !partial) throw severalFaults(faults);
  const failure = faults.length === 0 ? {} : { partialFailureError: partialFailure(turn, faults, requestId) };
  if (turn.body.validateOnly === true) return failure;
  const names = new Map<string, string>();
  return { ...answer(planned.map((each) => each?.apply(names))), ...failure };
}

const stumble = (path: readonly PathPart[]): Refusal =>
  refusal('databaseError', 'CONCURRENT_MODIFICATION', 'Multiple requests were attempting to modify the same resource at once.', {
    path,
  });

/** One refusal that tells of all. */
const severalFaults = (faults: readonly GoogleFault[]): Refusal => {
  const [first] = faults;
  if (first === undefined) throw new Error('No fault.');
  return new Refusal({ ...first, ...(faults.length > 1 && { others: faults.slice(1) }) } as GoogleFault);
};

function partialFailure({ version }: Turn, faults: readonly GoogleFault[], requestId: string): JsonObject {
  const [first] = faults;
  const message_ = `Multiple errors in ‘details’. First error: ${first?.message ?? ''}`;
  return {
    code: 3,
    message: first === undefined ? '' : `${message_} (${rpcOf(first)})`,
    details: [failureOf(version, requestId, faults)],
  };
}

function plan(turn: Turn, draft: DraftBook, { service, operation, path }: Asked): Planned {
  checkKnown(
    operation,
    ['create', 'update', 'remove', 'updateMask', 'policyValidationParameter', 'exemptPolicyViolationKeys'],
    pathText(path),
  );
  const { create, update, remove } = operation;
  if (isObject(create)) return planCreate(turn, draft, { service, path: [...path, { name: 'create' }] }, create, operation);
  if (isObject(update)) return planUpdate(turn, draft, { service, path }, update, operation.updateMask);
  if (typeof remove === 'string') return planRemove(turn, { service, path }, remove);
  throw refusal(
    'requestError',
    'OPERATION_REQUIRED',
    'Mutate operation should have either create, update, or remove specified.',
    { path },
  );
}

const pathText = (path: readonly PathPart[]): string =>
  path.map(({ name, index }) => (index === undefined ? name : `${name}[${index}]`)).join('.');

type Placed = Pick<Asked, 'service' | 'path'>;

function planCreate(
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

const trademark = 'TRADEMARKS_IN_AD_TEXT';

/** What a reviewer finds at once: the word that is somebody's trademark. */
function policyTopics({ fired }: Turn, { collection }: Service, sent: JsonObject): readonly string[] {
  if (collection !== 'adGroupAds') return [];
  return fired.has('policy-finding') || /trademarked/i.test(JSON.stringify(sent.ad)) ? [trademark] : [];
}

const policyFinding = (topics: readonly string[], path: readonly PathPart[]): Refusal =>
  refusal(
    'policyFindingError',
    'POLICY_FINDING',
    'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    {
      path: [...path, { name: 'ad' }],
      details: { policyFindingDetails: { policyTopicEntries: topics.map((topic) => ({ topic, type: 'PROHIBITED' })) } },
    },
  );

function create(
  { world, customer, company }: Turn,
  service: Service,
  sent: JsonObject,
  topics: readonly string[],
  named: { readonly temporary: string; readonly names: Map<string, string> } | undefined,
): string {
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

/** The campaign and the ad group an object is in, the campaign first. */
function ancestors(world: World, name: string): readonly string[] {
  const entity = world.get(worldIdOf(name));
  if (entity === undefined) return [];
  return [...entity.parents.slice(1), entity.id];
}

export function worldIdOf(name: string): string {
  const [, , collection = '', id = ''] = name.split('/');
  return serviceOf(collection)?.worldId(id) ?? id;
}

/** Names that the request itself gave, by those that came of it. */
function withNames(sent: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const replaced = (value: Json): Json => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (isList(value)) return value.map(replaced);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)])) : value;
  };
  const { resourceName: _temporary, ...others } = sent;
  return names.size === 0 ? others : (replaced(others) as JsonObject); // an object stays one
}

function held({ world, customer }: Turn, { kind, collection }: Service, name: string, path: readonly PathPart[]): Entity {
  const [customers, id, named, last = ''] = name.split('/');
  if (customers !== 'customers' || named !== collection || last === '')
    throw refusal('requestError', 'RESOURCE_NAME_MALFORMED', 'Resource name provided is malformed.', { path, trigger: name });
  const entity = world.get(worldIdOf(name));
  const isIts = entity?.kind === kind && entity.parents[0] === customer.id && id === customer.id;
  if (!isIts || (collection !== 'ads' && words(entity.data.resourceName) !== name)) throw notFound(name, path);
  return entity;
}

function planUpdate(turn: Turn, draft: Draft, { service, path }: Placed, sent: JsonObject, mask: Json | undefined): Planned {
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

function planRemove(turn: Turn, { service, path }: Placed, name: string): Planned {
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

/** What is in it goes with it. */
function removeWithin({ world }: Turn, entity: Entity): void {
  const within = [kinds.adGroup, kinds.ad, kinds.criterion, kinds.assetGroup].flatMap((kind) => world.entities(kind, entity.id));
  for (const each of [entity, ...within])
    if (!isRemoved(each)) world.change(each.id, { status: 'REMOVED', spans: spansAfter(spansOf(each), false, world.now()) });
}

interface DraftBook extends Draft {
  announce(service: Service, name: string, sent: JsonObject, path: readonly PathPart[]): void;
  note(service: Service, sent: JsonObject): void;
}

function createDraft({ world, customer }: Turn): DraftBook {
  const coming = new Map<string, { readonly kind: string; readonly data: JsonObject }>();
  const unnamed: { readonly kind: string; readonly data: JsonObject; readonly above: readonly string[] }[] = [];
  return {
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
      unnamed.push({ kind: service.kind, data: sent, above: service.above(sent) });
    },
    note: (service, sent) => void unnamed.push({ kind: service.kind, data: sent, above: service.above(sent) }),
    needs(kind, name, path) {
      if (coming.get(name)?.kind === kind) return;
      const entity = world.get(worldIdOf(name));
      if (entity?.kind !== kind || entity.parents[0] !== customer.id) throw notFound(name, path);
      if (isRemoved(entity))
        throw refusal(
          'contextError',
          'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
          'The operation is not allowed for removed resources.',
          { path, trigger: name },
        );
    },
    living(kind, above) {
      const parent = above === '' ? customer.id : worldIdOf(above);
      const there = coming.has(above) ? [] : world.entities(kind, parent).filter((each) => !isRemoved(each));
      return [
        ...there.map(({ data }) => data),
        ...unnamed.filter((each) => each.kind === kind && (above === '' || each.above.includes(above))).map(({ data }) => data),
      ];
    },
  };
}
