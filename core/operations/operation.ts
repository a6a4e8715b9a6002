import * as v from 'valibot';
import type { Caller } from '../access/caller.ts';
import { type Need, roleFor } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { ErrorCode } from '../base/errors.ts';
import type { Part } from '../base/outcomes.ts';
import { pagination } from '../base/schema/envelope.ts';
import { requestWarnings } from '../base/schema/request-fields.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Preview } from '../gate/preview.ts';
import type { Kind } from '../ports/store.ts';
import type { Once } from '../records/once.ts';
import { type DeclaredPlace, type Place, placeFrom } from './place.ts';
import type { ServicePorts } from './ports.ts';

type Schema = v.GenericSchema;
type Members = v.GenericSchema & { readonly entries: v.ObjectEntries };

/** One thing a caller can ask for. Every door is made from its declaration. */
export interface Operation {
  /** `verb`, or `group.verb`: `launch`, `batches.undo`. Every door knows the operation by it. */
  readonly name: string;
  readonly place: Place;
  /** The chapter of the reference: one of a feature's `topics`. */
  readonly topic: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope;
  readonly role: Need['role'];
  readonly reach: Need['reach'];
  /** `destroys`: no other operation brings back what it takes away. */
  readonly effects: 'reads' | 'writes' | 'destroys';
  /**
   * `key`: done once under a caller's Idempotency-Key, `run` hands `once` on. `repeatable`: asking
   * again changes nothing more.
   */
  readonly idempotency: 'key' | 'repeatable';
  /**
   * Whether a person must approve it when a model asks for it. `never`: it changes nothing on a
   * platform and no rule of the company. `needed`: it waits as a plan (core/features/approvals).
   * `impossible`: it deals with keys, credentials or approvals, and no model may ask for it.
   */
  readonly approval: 'never' | 'needed' | 'impossible';
  /**
   * It hands out what people wrote about themselves: no model gets it, and a kept answer is sealed.
   */
  readonly isPersonal?: true;
  /**
   * `quiet` where it starts and raises no spending, else what the guards say to it and what it puts
   * at stake. Absent: it is treated as if it delivered.
   */
  readonly preview?:
    | 'quiet'
    | ((
        ports: ServicePorts,
        caller: Caller,
        call: Pick<Call, 'subject' | 'input'>,
      ) => Promise<Preview>);
  /** The ids of what it is about. REST has them in the path. */
  readonly subject?: Members;
  /**
   * What the company keeps under the first id of the subject: a plan names it, and is outdated once
   * it was changed.
   */
  readonly about?: Kind;
  readonly input?: Schema;
  /** An input that the sandbox carries out. The reference shows it, and tests send it. */
  readonly example?: unknown;
  /** How it is to be answered, where `input` has a shape of its own. */
  readonly options?: Members;
  /** The answer, or the content type of a file or stream. */
  readonly output: Schema | string;
  /**
   * Where an answer can hold refusals, or work goes on after it. Absent: an answer means that all
   * is done.
   */
  readonly parts?: OperationParts<unknown>;
  /**
   * Members that are not known are refused, not warned of: it administers. Default: what an admin
   * or the operator changes.
   */
  readonly isStrict: boolean;
  /** `run` gets the input as it was sent, checks it and reports unknown members itself. */
  readonly rawInput: boolean;
  /** What it counts as where the work on large bodies is limited, whatever the size of its own. */
  readonly bytes?: number;
  /** Refusals beyond those that follow from the declaration. */
  readonly errors: readonly ErrorCode[];
  run(ports: ServicePorts, caller: Caller, call: Call): Promise<unknown>;
}

/** An answer that is a file. */
export interface FileAnswer {
  readonly contentType: string;
  readonly filename?: string;
  /** Absent: nothing says how long it will be. */
  readonly bytes?: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What became of each object of an operation that was carried out. */
interface OperationParts<A> {
  /** Asked again while a part is `running`. `input`: as the operation was called. */
  of(ports: ServicePorts, companyId: string, answer: A, input: Input): Promise<readonly Part[]>;
  /**
   * The call for the parts that are left alone, by this operation or another. Undefined, and
   * absent: only a new plan can do it.
   */
  again?(
    input: Input,
    left: readonly Part[],
    all: readonly Part[],
    answer: A,
  ): { readonly operation?: string; readonly input: Input } | undefined;
}

type Input = { readonly [name: string]: unknown };

export interface Call<S = unknown, I = unknown, O = unknown> {
  readonly subject: S;
  readonly input: I;
  readonly options: O;
  /** Carries the work out once under the caller's key. */
  readonly once: Once;
  /** The same for an input whose meaning only `run` can know, such as a file. */
  onceFor(meaning: object): Promise<Once>;
}

/** An operation that still knows the types of its call and its answer. */
export interface Declared<N extends string = string, I = unknown, A = unknown> extends Operation {
  readonly name: N;
  /** Never has a value. */
  readonly types?: { readonly input: I; readonly answer: A };
}

type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined;
type Sent<S> = S extends Schema ? ReadOnly<v.InferInput<S>> : unknown;

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

type Answered<R, A> = R extends Schema
  ? ReadOnly<v.InferOutput<R>> & { readonly warnings?: readonly Warning[] }
  : A;
type MustAnswer<R> = R extends Schema ? Answerable<v.InferInput<R>> : unknown;

type Declaration<N, S, I, O, R> = Pick<Operation, 'topic' | 'summary' | 'description' | 'scope'> &
  Partial<
    Pick<
      Operation,
      | 'effects'
      | 'idempotency'
      | 'approval'
      | 'rawInput'
      | 'errors'
      | 'role'
      | 'reach'
      | 'about'
      | 'isPersonal'
      | 'isStrict'
      | 'bytes'
    >
  > & {
    readonly name: N;
    readonly place: DeclaredPlace;
    readonly subject?: S;
    readonly input?: I;
    readonly example?: I extends Schema ? v.InferInput<I> : never;
    readonly options?: O;
    readonly output: R;
  };

/**
 * Declares an operation. GET reads, DELETE destroys and all else writes, unless it says otherwise;
 * what writes is carried out once under a key, unless it says otherwise.
 *
 * @example
 * import { operation } from 'slipway/core';
 * import * as v from 'valibot';
 *
 * // Something that one platform alone can do: a member of its module's `operations`.
 * export const fly = operation({
 *   name: 'kite.fly',
 *   place: 'GET /v1/kites/{kiteId}',
 *   topic: 'Manage',
 *   summary: 'Fly a kite and look',
 *   scope: 'read',
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
    run(
      ports: ServicePorts,
      caller: Caller,
      call: Call<Parsed<S>, Parsed<I>, Parsed<O>>,
    ): Promise<A>;
    readonly parts?: OperationParts<NoInfer<A>>;
    readonly preview?:
      | 'quiet'
      | ((
          ports: ServicePorts,
          caller: Caller,
          call: Pick<Call<Parsed<S>, Parsed<I>>, 'subject' | 'input'>,
        ) => Promise<Preview>);
  },
): Declared<N, Sent<S> & Sent<I> & Sent<O>, Answered<R, A>> {
  const place = placeFrom(declaration.place);
  const { effects = effectsOf(place), input, options, output } = declaration;
  const isRead = effects === 'reads';
  const defaults = {
    idempotency: isRead ? 'repeatable' : 'key',
    approval: isRead ? 'never' : 'needed',
  };
  // `carryOut` parses by the very schemas the types come from.
  return {
    rawInput: false,
    isStrict: !isRead && (declaration.scope === 'admin' || declaration.scope === 'operator'),
    errors: [],
    ...defaults,
    ...declaration,
    place,
    ...needOf({ ...declaration, effects }),
    effects,
    output: withPagination(
      input === undefined && options === undefined ? output : withWarnings(output),
      place,
    ),
  } as unknown as Declared<N, Sent<S> & Sent<I> & Sent<O>, Answered<R, A>>;
}

const effectsOf = ({ method }: Place): Operation['effects'] =>
  method === 'GET' ? 'reads' : method === 'DELETE' ? 'destroys' : 'writes';

/**
 * A role in one workspace is enough to look at these: they are found by ad accounts, or all
 * workspaces share them.
 */
const LOOKED_AT: readonly string[] = [
  'Launch',
  'Drafts',
  'Manage',
  'Changes',
  'Media',
  'Reports',
  'Accounts',
  'Ad copy',
  'Names',
];

/**
 * What a person needs. What changes something is the company's unless the operation declares that
 * one workspace is enough.
 */
function needOf({
  scope,
  topic,
  effects,
  role = roleFor(scope),
  reach,
}: Pick<Operation, 'scope' | 'topic' | 'effects'> & Partial<Need>): Need {
  const isLook =
    effects === 'reads' && scope !== 'admin' && scope !== 'operator' && LOOKED_AT.includes(topic);
  return { scope, role, reach: reach ?? (isLook ? 'workspace' : 'company') };
}

/**
 * Every list says where it stands; one that is answered whole is filled in (`carryOut`). Cursors do
 * not tell how many there are.
 */
const anyPagination = v.object({ ...pagination.entries, total: v.nullable(v.number()) });

function withPagination(output: Schema | string, { method }: Place): Schema | string {
  if (
    method !== 'GET' ||
    typeof output === 'string' ||
    !isObject(output) ||
    'pagination' in output.entries
  )
    return output;
  return output.entries.data?.type === 'array'
    ? v.object({ ...output.entries, pagination: anyPagination })
    : output;
}

/** An answer names the members of the request that were not read. */
function withWarnings(output: Schema | string): Schema | string {
  if (typeof output === 'string' || !isObject(output) || 'warnings' in output.entries)
    return output;
  return v.object({ ...output.entries, warnings: requestWarnings });
}

const isObject = (schema: Schema): schema is v.ObjectSchema<v.ObjectEntries, undefined> =>
  schema.type === 'object';

export interface CallOptions {
  /**
   * 1 to 255 characters. The same call under the same key is carried out once within 24 hours: a
   * process that died before it had the answer repeats the call, and gets the answer or has the
   * rest done. Keys are the same through every door.
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
