import * as v from 'valibot';
import type { Authenticator } from '../../core/access/authenticate.ts';
import type { Caller, Scope } from '../../core/access/caller.ts';
import type { Once } from '../../core/records/once.ts';
import type { Documents } from '../docs/documents.ts';
import type { Tag } from '../docs/tags.ts';
import type { ServerPorts, ServerSettings } from '../ports.ts';
import type { StatusCache } from './batch-status-cache.ts';
import type { Coalesce } from './coalesce.ts';
import type { HealthCheck } from './health.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { Metrics } from './metrics.ts';
import type { Refusals } from './refusals.ts';

/**
 * A route is one declaration. Authentication, limits, validation, idempotency, the envelope of errors,
 * the API document, llms.txt and the reference page all follow from it.
 */
export interface Route {
  readonly method: Method;
  /** With parameters in braces, as in the API document: `/v1/keys/{id}`. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  /** A line for lists. */
  readonly summary: string;
  /** Whatever else a caller should know. */
  readonly notes?: string;
  /** What a key must be allowed to do; `open` needs no key. */
  readonly scope: Scope | 'open';
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  /** A JSON body. */
  readonly body?: v.GenericSchema;
  /** A multipart body; `run` reads it from the request itself. */
  readonly multipart?: boolean;
  /** A JSON answer, or the content type of one that `run` makes itself as a Response. */
  readonly response: v.GenericSchema | string;
  readonly status: 200 | 201 | 202;
  /** Refusals that follow from what the route does, beyond those that follow from its declaration. */
  readonly errors: readonly number[];
  readonly envelope: Envelope;
  /** The path this one is another name of: an Idempotency-Key means the same under both. */
  readonly sameAs?: `/${string}`;
  /** `run` is given the body as it was sent: it checks it and reports unknown members itself. The schema only describes it. */
  readonly rawBody: boolean;
  /** Answered to the token for metrics too, which is no key: `run` then has no caller. */
  readonly scraped: boolean;
  /** It is sent with another method than GET and changes nothing: in a session of the dashboard it counts as reading. */
  readonly asks: boolean;
  /** Figures that change every quarter of an hour and are asked for by many: equal questions within a second share one answer. */
  readonly coalesce: boolean;
  run(ports: ServerPorts, caller: Caller | undefined, input: Input): Promise<unknown>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Envelope = 'v1' | 'older' | 'upload';

export interface Input<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
  readonly requestId: string;
  /** The service this route belongs to. */
  readonly service: Service;
  /** How a POST is carried out once, however often it is sent with its Idempotency-Key. Every POST uses it. */
  readonly once: Once;
  /** The same for a body whose meaning only `run` can know. */
  onceFor(body: unknown): Promise<Once>;
}

/** What one running service consists of. */
export interface Service {
  readonly ports: ServerPorts;
  readonly settings: ServerSettings;
  readonly authenticator: Authenticator;
  readonly refusals: Refusals;
  readonly metrics: Metrics;
  readonly health: HealthCheck;
  documents(): Documents;
  readonly largeBodies: LargeBodies;
  readonly coalesce: Coalesce;
  readonly statuses: StatusCache;
}

const marker = Symbol('answer');

/** A body with more around it than the declaration says. */
export interface Answer {
  readonly [marker]: true;
  readonly body: unknown;
  /** The body as JSON, where it is written already. */
  readonly text?: string | undefined;
}

export const answered = (body: unknown, around: Pick<Answer, 'text'> = {}): Answer => ({
  [marker]: true,
  body,
  ...around,
});

export const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && marker in value;

type Parsed<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;
type Answered<R> = R extends v.GenericSchema ? Frozen<v.InferInput<R>> | Answer : Response;

/** The same as core hands it out: read-only at every depth; an object of any members is just an object. */
type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type Declaration<P, Q, B, R> = Pick<Route, 'method' | 'path' | 'sameAs' | 'tag' | 'summary' | 'notes' | 'multipart'> &
  Partial<Pick<Route, 'status' | 'errors' | 'envelope' | 'rawBody' | 'coalesce' | 'asks' | 'scraped'>> & {
    readonly params?: P;
    readonly query?: Q;
    readonly body?: B;
    readonly response: R;
  };

type Schema = v.GenericSchema;

/** A route that needs a key. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | string = string,
>(
  declaration: Declaration<P, Q, B, R> & {
    readonly scope: Scope;
    run(ports: ServerPorts, caller: Caller, input: Input<Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Answered<R>>;
  },
): Route {
  // The handler parses by the very schemas the types come from, and calls `run` of such a route with a caller.
  return { ...defaults, ...declaration, response: withWarnings(declaration) } as Route;
}

/** A route that everybody may call. */
export function openRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  R extends Schema | string = string,
>(
  declaration: Omit<Declaration<P, Q, undefined, R>, 'body'> & {
    run(ports: ServerPorts, caller: undefined, input: Input<Parsed<P>, Parsed<Q>, undefined>): Promise<Answered<R>>;
  },
): Route {
  return { ...defaults, ...declaration, scope: 'open' } as Route;
}

/** An answer tells which members of the body and which parameters nobody read. */
function withWarnings({
  body,
  query,
  response,
}: {
  readonly body?: Schema | undefined;
  readonly query?: Schema | undefined;
  readonly response: Schema | string;
}) {
  if (
    (body === undefined && query === undefined) ||
    typeof response === 'string' ||
    !isObjectSchema(response) ||
    'warnings' in response.entries
  )
    return response;
  return v.object({ ...response.entries, warnings: v.optional(v.array(warning)) });
}

const isObjectSchema = (schema: Schema): schema is v.ObjectSchema<v.ObjectEntries, undefined> => schema.type === 'object';

const warning = v.object({ path: v.string(), code: v.string(), message: v.string() });

const defaults = {
  status: 200,
  errors: [],
  envelope: 'v1',
  rawBody: false,
  coalesce: false,
  asks: false,
  scraped: false,
} as const;
