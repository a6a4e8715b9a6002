import * as v from 'valibot';
import type { Caller } from '../access/caller.ts';
import type { Need } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { ErrorCode } from '../base/errors.ts';
import { pagination } from '../base/schema/envelope.ts';
import type { Preview } from '../gate/preview.ts';
import type { Kind } from '../ports/store.ts';
import type { Once } from '../records/once.ts';
import type { Place } from './place.ts';
import type { ServicePorts } from './ports.ts';
import { needOf } from './reach.ts';
import type { Topic } from './topics.ts';

type Schema = v.GenericSchema;
/** Whose members are known by name. */
type Members = v.GenericSchema & { readonly entries: v.ObjectEntries };

/**
 * One thing a caller can ask for. Each is declared once: the REST API, programs that embed the service, the typed
 * client, the command line and MCP are made from the declaration.
 */
export interface Operation {
  /** `verb`, or `group.verb`: `launch`, `batches.undo`. Every door knows the operation by it. */
  readonly name: string;
  /** Where the API has it. */
  readonly place: Place;
  readonly topic: Topic;
  /** A line for lists. */
  readonly summary: string;
  /** Whatever else a caller should know. */
  readonly description?: string;
  /** What a caller must be allowed to do. */
  readonly scope: Scope;
  /** What a person must be allowed to do. It follows from the scope unless it is declared (reach.ts). */
  readonly role: Need['role'];
  /** Where the role must hold. */
  readonly reach: Need['reach'];
  /** `destroys`: what it takes away cannot be brought back by another operation. */
  readonly effects: 'reads' | 'writes' | 'destroys';
  /**
   * `key`: carried out once under a caller's Idempotency-Key, `run` hands `once` on. `repeatable`: asking again changes
   * nothing more, and keys are not looked at.
   */
  readonly idempotency: 'key' | 'repeatable';
  /**
   * Whether a person must approve it when a model asks for it. `never`: it changes nothing on a platform and no rule of
   * the company. `needed`: it waits as a plan (core/features/approvals). `impossible`: it deals with keys or credentials, or with
   * approvals themselves, and no model may ask for it at all.
   */
  readonly approval: 'never' | 'needed' | 'impossible';
  /**
   * What is known before it is carried out: `quiet` where it starts and raises no spending, else what the guards say to
   * it and what it puts at stake. Without, nobody knows: it is told as if it delivered.
   */
  readonly preview?: 'quiet' | ((ports: ServicePorts, caller: Caller, call: Pick<Call, 'subject' | 'input'>) => Promise<Preview>);
  /** Which thing it is about: ids. REST has them in the path. */
  readonly subject?: Members;
  /** What the company keeps under the first id of the subject: a plan names it, and is outdated once it was changed. */
  readonly about?: Kind;
  /** What is asked. */
  readonly input?: Schema;
  /** How it is to be answered, where `input` has a shape of its own that they are no part of. */
  readonly options?: Members;
  /** The answer, or the content type of a file or stream that `run` hands out as it comes. */
  readonly output: Schema | string;
  /** `run` is given the input as it was sent: it checks it and reports unknown members itself. The schema only describes it. */
  readonly rawInput: boolean;
  /** Refusals that follow from what it does, beyond those that follow from the declaration. */
  readonly errors: readonly ErrorCode[];
  run(ports: ServicePorts, caller: Caller, call: Call): Promise<unknown>;
}

/** One call of an operation, read by its schemas. */
export interface Call<S = unknown, I = unknown, O = unknown> {
  readonly subject: S;
  readonly input: I;
  readonly options: O;
  /** How the work is carried out once, however often it is asked for under one key. */
  readonly once: Once;
  /** The same for an input whose meaning only `run` can know, such as a file. */
  onceFor(meaning: object): Promise<Once>;
}

/** An operation that still knows the types of its call and its answer. */
export interface Declared<N extends string = string, I = unknown, A = unknown> extends Operation {
  readonly name: N;
  /** There are types here and no value. */
  readonly types?: { readonly input: I; readonly answer: A };
}

type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined;
type Sent<S> = S extends Schema ? ReadOnly<v.InferInput<S>> : unknown;

/** At every depth. */
type ReadOnly<T> = T extends readonly (infer I)[]
  ? readonly ReadOnly<I>[]
  : T extends Uint8Array | AsyncIterable<unknown>
    ? T
    : T extends object
      ? { readonly [K in keyof T]: ReadOnly<T[K]> }
      : T;

/** The same for what core hands out: an object of any members is just an object there. */
export type Answerable<T> = T extends readonly (infer I)[]
  ? readonly Answerable<I>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [K in keyof T]: Answerable<T[K]> }
    : T;

/** An answer of the type the schema has, or whatever `run` hands out where it has none. */
type Answered<R, A> = R extends Schema ? ReadOnly<v.InferOutput<R>> & { readonly warnings?: readonly Warning[] } : A;
type MustAnswer<R> = R extends Schema ? Answerable<v.InferInput<R>> : unknown;

type Declaration<N, S, I, O, R> = Pick<Operation, 'place' | 'topic' | 'summary' | 'description' | 'scope'> &
  Partial<Pick<Operation, 'idempotency' | 'approval' | 'rawInput' | 'errors' | 'role' | 'reach' | 'about'>> & {
    readonly name: N;
    readonly effects: Operation['effects'];
    readonly subject?: S;
    readonly input?: I;
    readonly options?: O;
    readonly output: R;
  };

/**
 * Declares an operation. What writes is carried out once under a key unless it says otherwise.
 *
 * @example
 * import { operation } from 'slipway/core';
 * import * as v from 'valibot';
 *
 * // Something that one platform alone can do: a member of its module's `operations`.
 * export const fly = operation({
 *   name: 'kite.fly',
 *   place: { method: 'GET', path: '/v1/kites/{kiteId}' },
 *   topic: 'Manage',
 *   summary: 'Fly a kite and look',
 *   scope: 'read',
 *   effects: 'reads',
 *   subject: v.object({ kiteId: v.string() }),
 *   output: v.object({ height: v.number() }),
 *   run: async (_ports, _caller, { subject }) => ({ height: subject.kiteId.length }),
 * });
 */
export function operation<
  const N extends string,
  R extends Schema | string,
  A extends MustAnswer<R>,
  S extends Members | undefined = undefined,
  I extends Schema | undefined = undefined,
  O extends Members | undefined = undefined,
>(
  declaration: Declaration<N, S, I, O, R> & {
    run(ports: ServicePorts, caller: Caller, call: Call<Parsed<S>, Parsed<I>, Parsed<O>>): Promise<A>;
    readonly preview?:
      | 'quiet'
      | ((ports: ServicePorts, caller: Caller, call: Pick<Call<Parsed<S>, Parsed<I>>, 'subject' | 'input'>) => Promise<Preview>);
  },
): Declared<N, Sent<S> & Sent<I> & Sent<O>, Answered<R, A>> {
  const isRead = declaration.effects === 'reads';
  const defaults = { idempotency: isRead ? 'repeatable' : 'key', approval: isRead ? 'never' : 'needed' };
  // `carryOut` parses by the very schemas the types come from.
  const need = needOf(declaration);
  const declared = {
    rawInput: false,
    errors: [],
    ...defaults,
    ...declaration,
    ...need,
    output: withPagination(withWarnings(declaration), declaration.place),
  };
  return declared as unknown as Declared<N, Sent<S> & Sent<I> & Sent<O>, Answered<R, A>>;
}

/** Every list says where it stands; one that is answered whole is filled in (`carryOut`). Cursors do not tell how many there are. */
const anyPagination = v.object({ ...pagination.entries, total: v.nullable(v.number()) });

function withPagination(output: Schema | string, { method }: Place): Schema | string {
  if (method !== 'GET' || typeof output === 'string' || !isObject(output) || 'pagination' in output.entries) return output;
  return output.entries.data?.type === 'array' ? v.object({ ...output.entries, pagination: anyPagination }) : output;
}

/** An answer tells which members of the request nobody read. */
function withWarnings({
  input,
  options,
  output,
}: {
  readonly input?: Schema | undefined;
  readonly options?: Schema | undefined;
  readonly output: Schema | string;
}): Schema | string {
  if (input === undefined && options === undefined) return output;
  if (typeof output === 'string' || !isObject(output) || 'warnings' in output.entries) return output;
  return v.object({ ...output.entries, warnings: v.optional(v.array(warning)) });
}

const isObject = (schema: Schema): schema is v.ObjectSchema<v.ObjectEntries, undefined> => schema.type === 'object';

const warning = v.object({ path: v.string(), code: v.string(), message: v.string() });
type Warning = ReadOnly<v.InferOutput<typeof warning>>;

/** What a caller may say beside the request itself. */
export interface CallOptions {
  /**
   * 1 to 255 characters. The same call under the same key is carried out once within 24 hours: when a process
   * dies before it has the answer, the next one repeats the call, and gets the answer or has the rest done. Keys are the
   * same through every door: a request to the API and a call in a program with the same key are one.
   */
  readonly idempotencyKey?: string | undefined;
}

type InputOf<O> = O extends Declared<string, infer I, unknown> ? I : never;
type AnswerOf<O> = O extends Declared<string, unknown, infer A> ? A : never;

/** An operation as a function. What needs nothing can be called with nothing. */
export type Verb<O> =
  object extends InputOf<O>
    ? (input?: InputOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>
    : (input: InputOf<O>, options?: CallOptions) => Promise<AnswerOf<O>>;

type Group<N> = N extends `${infer G}.${string}` ? G : never;
type Alone<N> = N extends `${string}.${string}` ? never : N;
type In<G extends string, N> = N extends `${G}.${infer V}` ? V : never;

/** Operations as functions, by their names: `api.launch(…)`, `api.batches.undo(…)`. */
export type Api<O extends Declared> = {
  readonly [Each in O as Alone<Each['name']>]: Verb<Each>;
} & {
  readonly [G in Group<O['name']>]: { readonly [Each in O as In<G, Each['name']>]: Verb<Each> };
};

/** Makes such an object of functions from what each operation does when it is called. */
export function groupedByName(
  operations: readonly Operation[],
  verb: (operation: Operation) => (input?: unknown, options?: CallOptions) => Promise<unknown>,
): { readonly [name: string]: unknown } {
  const grouped: { [name: string]: unknown } = {};
  for (const each of operations) {
    const [group = '', own] = each.name.split('.');
    if (own === undefined) grouped[group] = verb(each);
    else grouped[group] = { ...(grouped[group] as object | undefined), [own]: verb(each) };
  }
  return grouped;
}
