import * as v from 'valibot';
import { allows, type Caller, isModel, mayPlan } from '../access/caller.ts';
import { type Need, rightsInWords, whereEnough } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import { withinPart } from '../access/whole-store.ts';
import { definitionsOf } from '../accounts/find-account.ts';
import { withinWorkspaces } from '../accounts/workspace-view.ts';
import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { parseRequest, refuseUnknownMembers, unknownMembers } from '../base/schema/parse.ts';
import { refuseBlocked } from '../gate/blocked.ts';
import { answerOnce, type Once } from '../records/once.ts';
import type { Operation } from './operation.ts';
import type { ServicePorts } from './ports.ts';

/** A call as it was sent, in the parts that an operation declares. */
export interface Parts {
  readonly subject: unknown;
  readonly input: unknown;
  readonly options: unknown;
}

/** `meaning` is what equal calls have in common; absent, it follows from the parts. */
export type OnceFor = (meaning?: object) => Promise<Once>;

/**
 * Throws `forbidden` for a key without the scope or a person without the role. `plan`: others carry
 * it out.
 */
export function refuseWithoutRight(caller: Caller, need: Need, how: 'run' | 'plan' = 'run'): void {
  const { scopes, person, grant } = caller;
  if (person !== undefined) refuseWithoutRole(person, need);
  // A connected program has the rights of its person, and of those what it was granted.
  if (person !== undefined && grant === undefined) return;
  if (how === 'plan' ? mayPlan(scopes, need.scope) : hasScope(scopes, need)) return;
  const asks = grant === undefined ? 'key' : 'connection';
  const held = `yours has ${scopes.join(', ')}`;
  const plans = mayPlan(scopes, need.scope);
  const message = plans
    ? `This needs a ${asks} with the scope ${need.scope}; ${held} and may only plan it. A person with the right carries it out.`
    : `This needs a ${asks} with the scope ${need.scope}; ${held}.`;
  throw refusal('forbidden', {
    path: '',
    code: 'scope_lacking',
    message,
    hint: plans ? 'plan-approval' : 'ask-admin',
  });
}

export const hasScope = (
  held: readonly Scope[],
  { scope, effects }: Pick<Need, 'scope' | 'effects'>,
) => (effects === 'reads' ? mayPlan(held, scope) : allows(held, scope));

function refuseWithoutRole(person: NonNullable<Caller['person']>, { role, reach }: Need): void {
  const where = whereEnough(person, role);
  if (where === 'company' || (reach === 'workspace' && where.length > 0)) return;
  const held = rightsInWords(person);
  const message =
    role === 'none'
      ? 'This is for keys of the operator of this installation, not for persons.'
      : `This needs the role ${role}${reach === 'company' ? ' in the whole company' : ''}; yours is ${held}.`;
  throw refusal('forbidden', { path: '', code: 'role_lacking', message, hint: 'ask-admin' });
}

/**
 * The service as a caller sees it: without the ad accounts of workspaces where the role is not
 * enough.
 */
export function portsFor(
  ports: ServicePorts,
  { companyId, keyId, person }: Caller,
  { role }: Need,
): ServicePorts {
  const workspaces = person === undefined ? 'company' : whereEnough(person, role);
  if (workspaces === 'company') return ports;
  const definitions = Object.values(definitionsOf(ports.platforms));
  return {
    ...ports,
    store: withinWorkspaces(ports.store, {
      companyId,
      keyId,
      workspaces,
      definitions,
      seen: ports.hooks.seen,
    }),
  };
}

/**
 * Carries out a call of any door: parses it, runs it unless the company has blocked it, and warns
 * of members that were not read.
 *
 * @example
 * import { createSlipway } from 'slipway';
 * import { carryOut, operationsFor, partsOf, unkeyed } from 'slipway/core';
 *
 * const { ports, companyId, close } = await createSlipway();
 * const operation = operationsFor(Object.values(ports.platforms)).find(({ name }) => name === 'accounts.list');
 * if (operation === undefined) throw new Error('There is no such operation.');
 * const caller = { companyId, keyId: 'my-program', scopes: ['read'] as const };
 * const parts = partsOf(operation, { limit: 5 });
 * console.log(await carryOut(ports, operation, caller, parts, async () => unkeyed(ports.store)));
 * await close();
 */
export async function carryOut(
  all: ServicePorts,
  operation: Operation,
  caller: Caller,
  parts: Parts,
  given: OnceFor,
): Promise<unknown> {
  const ports = portsFor(all, caller, operation);
  const { subject, options, input } = parsedParts(operation, parts);
  const warnings = unread(operation, parts);
  if (operation.isPersonal && isModel(caller)) throw forPeople(operation.name);
  if (operation.effects !== 'reads') await refuseBlocked(ports, caller, operation.name);
  const onceFor: OnceFor = async (meaning) => withinPart(ports.store, await given(meaning));
  const once = await onceFor();
  const run = (): Promise<unknown> =>
    operation.run(ports, caller, { subject, input, options, once, onceFor });
  // Of what only reads the answer is kept under a key.
  const isAnswer = operation.effects === 'reads' && typeof operation.output !== 'string';
  const answer = await (isAnswer
    ? answerOnce(once, run as () => Promise<object>, { secret: operation.isPersonal ?? false })
    : run());
  return withWarnings(withPagination(operation, answer, input), warnings);
}

const forPeople = (name: string) =>
  refusal('forbidden', {
    path: '',
    code: 'personal_data',
    message: `${name} hands out personal data, which no model may read. A person does it.`,
    hint: 'ask-admin',
  });

export const parsedParts = (operation: Operation, parts: Parts): Parts => ({
  subject: operation.subject && parseSubject(operation.subject, parts.subject),
  options: operation.options && parseRequest(operation.options, parts.options ?? {}),
  input: operation.rawInput
    ? parts.input
    : operation.input && parseRequest(operation.input, parts.input ?? {}),
});

/** A text that cannot be an id belongs to nothing. */
function parseSubject(schema: NonNullable<Operation['subject']>, subject: unknown): unknown {
  try {
    return parseRequest(schema, subject ?? {});
  } catch {
    throw new SlipwayError('not_found', 'There is nothing with this id.');
  }
}

/** Where the declaration has a pagination that the answer lacks. */
function withPagination({ output }: Operation, answer: unknown, input: unknown): unknown {
  const isPaged =
    typeof output === 'object' && 'entries' in output && 'pagination' in (output.entries as object);
  const given = answer as {
    readonly data: readonly unknown[];
    readonly total?: number;
    readonly [member: string]: unknown;
  };
  if (!isPaged || 'pagination' in given || !Array.isArray(given.data)) return answer;
  const { data, paging, after, nextPageToken } = given;
  const { offset = 0, limit = data.length } = (input ?? {}) as {
    readonly offset?: number;
    readonly limit?: number;
  };
  const cursors = (paging as { readonly cursors?: { readonly after?: unknown } } | undefined)
    ?.cursors;
  const byCursor = [cursors?.after, after, nextPageToken].find((cursor) => cursor !== undefined);
  const total = byCursor === undefined ? (given.total ?? offset + data.length) : null;
  const hasMore = total === null ? byCursor !== null : offset + data.length < total;
  return { ...given, pagination: { offset, limit, total, hasMore } };
}

/**
 * Warnings of members that are not read. Throws for those that are not ignored: options of what
 * writes, members of what administers, and names that may cost something.
 */
export function unread(
  operation: Operation,
  { options: asked, input: given }: Partial<Parts>,
): readonly object[] {
  const { options, input, rawInput, effects, isStrict } = operation;
  if (effects !== 'reads') refuseUnknownMembers(options, asked);
  if (isStrict) refuseUnknownMembers(input, given);
  const warnings = [
    ...(options === undefined ? [] : unknownMembers(options, asked)),
    ...(rawInput ? [] : unknownMembers(input ?? v.object({}), given)),
  ];
  // An answer to nothing but an address has no place for them.
  return input === undefined && options === undefined ? [] : warnings;
}

function withWarnings(answer: unknown, warnings: readonly object[]): unknown {
  if (
    warnings.length === 0 ||
    typeof answer !== 'object' ||
    answer === null ||
    Symbol.asyncIterator in answer
  )
    return answer;
  const { warnings: own = [], ...rest } = answer as { readonly warnings?: readonly object[] };
  return { ...rest, warnings: [...own, ...warnings] };
}

/**
 * The parts of a call that was made with one object.
 *
 * @example
 * import { operationsFor, partsOf } from 'slipway/core';
 *
 * const undo = operationsFor([]).find(({ name }) => name === 'batches.undo');
 * if (undo !== undefined) console.log(partsOf(undo, { id: 17, mode: 'pause' })); // subject: { id: 17 }, input: { mode: 'pause' }
 */
export function partsOf({ subject, options, input }: Operation, given: unknown): Parts {
  const members = [...namesOf(subject), ...namesOf(options)];
  if (members.length === 0 || typeof given !== 'object' || given === null)
    return { subject: given, options: {}, input: given };
  const all = given as { readonly [name: string]: unknown };
  const rest = Object.keys(all).filter((name) => !members.includes(name));
  return {
    subject: subject && picked(all, namesOf(subject)),
    options: options && picked(all, namesOf(options)),
    input: input && picked(all, rest),
  };
}

const namesOf = (schema: Operation['subject']): readonly string[] =>
  schema === undefined ? [] : Object.keys(schema.entries);

const picked = (all: { readonly [name: string]: unknown }, names: readonly string[]): object =>
  Object.assign({}, ...names.flatMap((name) => (name in all ? [{ [name]: all[name] }] : [])));
