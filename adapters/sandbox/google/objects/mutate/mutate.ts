import { isList, isObject } from '../../../kit/json.ts';
import { names } from '../../../kit/names.ts';
import type { JsonObject } from '../../../types.ts';
import {
  badPayload,
  checkKnown,
  failureOf,
  type GoogleFault,
  kinds,
  lacking,
  type PathPart,
  Refusal,
  refusal,
  rpcOf,
  type Turn,
  words,
} from '../../wire.ts';
import { checkCounts } from '../services/assets.ts';
import { serviceOf, services } from '../services/services.ts';
import {
  type Asked,
  createDraft,
  type DraftBook,
  type Planned,
  pathText,
  planCreate,
  planRemove,
  planUpdate,
} from './operation.ts';

const collections = ['assetGroups', 'assetGroupAssets'];

/** Requests about asset groups are carried out whole. */
const isOfAssetGroups = (asked: readonly Asked[]) =>
  asked.some(({ service }) => collections.includes(service.collection));

/** Throws for an asset group invalid after the request. */
function checkAssetGroups({ customer }: Turn, draft: DraftBook, asked: readonly Asked[]): void {
  const gone = new Set(
    asked.map(({ operation }) => words(operation.remove)).filter((name) => name !== ''),
  );
  for (const [name, path] of touched(customer.id, asked)) {
    const links = draft
      .living(kinds.assetGroupAsset, name)
      .filter(({ resourceName }) => !gone.has(words(resourceName)));
    const campaign = draft.dataOf(words(draft.dataOf(name)?.campaign));
    const brand = campaign?.brandGuidelinesEnabled === true ? 'campaign' : 'group';
    checkCounts(
      links.map(({ fieldType }) => words(fieldType)),
      { brand },
      path,
    );
  }
}

/** With the first operation about each. */
function touched(customer: string, asked: readonly Asked[]): ReadonlyMap<string, Asked['path']> {
  const found = new Map<string, Asked['path']>();
  const note = (name: string, path: Asked['path']) => {
    if (name !== '' && !found.has(name)) found.set(name, path);
  };
  for (const { service, operation, path } of asked) {
    const create = isObject(operation.create) ? operation.create : {};
    if (service.collection === 'assetGroups') note(words(create.resourceName), path);
    if (service.collection !== 'assetGroupAssets') continue;
    note(words(create.assetGroup), path);
    const [group = ''] = (words(operation.remove).split('/').pop() ?? '').split('~');
    if (group !== '') note(`customers/${customer}/assetGroups/${group}`, path);
  }
  return found;
}

const mostOperations = 10_000;

/** `{collection}:mutate`: operations of one kind. */
export function mutate(turn: Turn, collection: string, requestId: string): JsonObject | undefined {
  const service = serviceOf(collection);
  if (service === undefined) return undefined;
  checkKnown(turn.body, [
    'operations',
    'partialFailure',
    'validateOnly',
    'responseContentType',
    'customerId',
  ]);
  const asked = operationsOf(turn.body, 'operations').map((operation, index) => ({
    service,
    operation,
    path: [{ name: 'operations', index }],
  }));
  return carryOut(turn, asked, requestId, (names) => ({
    results: names.map((name) => (name === undefined ? {} : { resourceName: name })),
  }));
}

/** `googleAds:mutate`: operations of every kind. */
export function mutateAll(turn: Turn, requestId: string): JsonObject {
  checkKnown(turn.body, [
    'mutateOperations',
    'partialFailure',
    'validateOnly',
    'responseContentType',
    'customerId',
  ]);
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
  if (!isList(list) || list.length === 0) throw lacking({ path: [{ name: field }] });
  if (list.length > mostOperations)
    throw refusal(
      'requestError',
      'TOO_MANY_MUTATE_OPERATIONS',
      'Too many mutate operations requested.',
    );
  return list.map((each) => {
    if (!isObject(each)) throw badPayload(`Invalid value at '${field}'`);
    return each;
  });
}

/** All or none; with partial failure the valid ones. */
function carryOut(
  turn: Turn,
  asked: readonly Asked[],
  requestId: string,
  answer: (names: readonly (string | undefined)[]) => JsonObject,
): JsonObject {
  const partial = turn.body.partialFailure === true && !isOfAssetGroups(asked);
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
  if (!partial) checkAssetGroups(turn, draft, asked);
  const failure =
    faults.length === 0 ? {} : { partialFailureError: partialFailure(turn, faults, requestId) };
  if (turn.body.validateOnly === true) return failure;
  const names = new Map<string, string>();
  return { ...answer(planned.map((each) => each?.apply(names))), ...failure };
}

const stumble = (path: readonly PathPart[]) =>
  refusal(
    'databaseError',
    'CONCURRENT_MODIFICATION',
    'Multiple requests were attempting to modify the same resource at once.',
    {
      path,
    },
  );

const severalFaults = (faults: readonly GoogleFault[]) => {
  const [first] = faults;
  if (first === undefined) throw new Error('No fault.');
  return new Refusal({
    ...first,
    ...(faults.length > 1 && { others: faults.slice(1) }),
  } as GoogleFault);
};

function partialFailure(
  { version }: Turn,
  faults: readonly GoogleFault[],
  requestId: string,
): JsonObject {
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
    names('create update remove updateMask policyValidationParameter exemptPolicyViolationKeys'),
    pathText(path),
  );
  const { create, update, remove } = operation;
  if (isObject(create)) {
    const policy = operation.policyValidationParameter;
    return planCreate(turn, draft, {
      service,
      path: [...path, { name: 'create' }],
      sent: create,
      policy,
    });
  }
  if (isObject(update))
    return planUpdate(turn, draft, { service, path, sent: update, mask: operation.updateMask });
  if (typeof remove === 'string') return planRemove(turn, { service, path }, remove);
  throw refusal(
    'requestError',
    'OPERATION_REQUIRED',
    'Mutate operation should have either create, update, or remove specified.',
    { path },
  );
}
