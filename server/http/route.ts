import type * as v from 'valibot';
import type { Authenticator } from '../../core/access/authenticate.ts';
import type { Caller } from '../../core/access/caller.ts';
import { type Need, roleFor } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { statusOf } from '../../core/base/errors.ts';
import type { OnceFor } from '../../core/operations/carry-out.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import type { Answerable, Operation } from '../../core/operations/operation.ts';
import type { Place } from '../../core/operations/place.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import type { Answer, Question } from './answer.ts';
import type { StatusCache } from './batch-status-cache.ts';
import type { Coalesce } from './coalesce.ts';
import type { Envelope } from './errors.ts';
import type { HealthCheck } from './health.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { Gauge, Metrics } from './metrics.ts';
import type { Refusals } from './refusals.ts';
import type { ServerSettings } from './settings.ts';
import type { Page, Site } from './site.ts';

/**
 * A method and a path, and the operation that answers there. Authentication, limits, validation,
 * idempotency, the envelope of errors, the API document, llms.txt and the reference page all follow
 * from it.
 */
export interface Route extends RouteSettings {
  readonly method: Place['method'];
  /** With parameters in braces, as in the API document: `/v1/keys/{id}`. */
  readonly path: `/${string}`;
  /** The operation, or why there is none: then `serve` answers, and only over HTTP. */
  readonly operation: Operation | { readonly none: string };
  readonly topic: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** What a key must be allowed to do; `open` needs no key. */
  readonly scope: Scope | 'open';
  readonly params?: v.GenericSchema | undefined;
  readonly query?: v.GenericSchema | undefined;
  readonly body?: v.GenericSchema | undefined;
  /** A multipart body; `serve` reads it from the request itself. */
  readonly multipart: boolean;
  /** A JSON answer, or the content type of one that `serve` makes itself as a Response. */
  readonly response: v.GenericSchema | string;
  readonly status: 200 | 201 | 202;
  /** Refusals beyond those that follow from the declaration. */
  readonly errors: readonly number[];
  /** The path this one is another name of: an Idempotency-Key means the same under both. */
  readonly sameAs?: `/${string}`;
}

export interface RouteSettings {
  readonly envelope: Envelope;
  /** Answered to the token for metrics too, which is no key: `serve` then has no caller. */
  readonly scraped: boolean;
  /**
   * Figures that change every quarter of an hour and are asked for by many: equal questions within
   * a second share one answer.
   */
  readonly coalesce: boolean;
  /**
   * How HTTP answers, where it is another way than carrying out the operation and writing its
   * answer as JSON.
   */
  serve?(ports: ServicePorts, caller: Caller | undefined, input: Input): Promise<unknown>;
}

export interface Input<P = unknown, Q = unknown> extends Pick<Question, 'reader'> {
  readonly service: Service;
  readonly params: P;
  readonly query: Q;
  readonly request: Request;
  /** The body as it came, where there is one. */
  readonly sent?: Uint8Array | undefined;
  readonly onceFor: OnceFor;
}

export interface Documents {
  readonly openApi: string;
  /** The pages of the reference, by key. */
  readonly reference: { readonly [key: string]: Page };
  readonly llms: string;
}

export interface Service {
  readonly ports: AssembledPorts;
  readonly settings: ServerSettings;
  readonly authenticator: Authenticator;
  readonly refusals: Refusals;
  readonly metrics: Metrics;
  readonly health: HealthCheck;
  /** Of the credentials of all companies. */
  readonly connectionGauges: () => Promise<readonly Gauge[]>;
  documents(): Promise<Documents>;
  site(): Promise<Site>;
  readonly largeBodies: LargeBodies;
  readonly coalesce: Coalesce;
  readonly statuses: StatusCache;
}

/** What a caller must be allowed to do here. What is no operation is the company's. */
export function needOfRoute({ operation, scope }: Route): Need | undefined {
  if (isOperation(operation)) return operation;
  return scope === 'open' ? undefined : { scope, role: roleFor(scope), reach: 'company' };
}

export const isOperation = (operation: Route['operation']): operation is Operation =>
  'run' in operation;

const defaults = { envelope: 'v1', scraped: false, coalesce: false } as const;

/** The routes of an operation: its own, and one for each other path it has. */
export function routesOf(
  operation: Operation,
  settings: Partial<RouteSettings> = {},
): readonly Route[] {
  const { place, topic, summary, description, scope, subject, input, options, output, errors } =
    operation;
  const isGet = place.method === 'GET';
  return [place.path, ...(place.aliases ?? [])].map((path) => ({
    operation,
    topic,
    summary,
    description,
    scope,
    path,
    method: place.method,
    params: subject,
    query: isGet ? input : options,
    body: isGet || place.multipart ? undefined : input,
    multipart: place.multipart ?? false,
    response: output,
    status: place.status ?? 200,
    errors: errors.map(statusOf),
    ...(path !== place.path && { sameAs: place.path }),
    ...defaults,
    ...settings,
  }));
}

type Parsed<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;
type Answered<R> = R extends v.GenericSchema ? Answerable<v.InferInput<R>> | Answer : Response;

type Own<P, Q, R> = Pick<Route, 'path' | 'topic' | 'summary' | 'description'> &
  Partial<Pick<Route, 'errors' | 'envelope' | 'coalesce' | 'scraped'>> & {
    readonly none: string;
    readonly params?: P;
    readonly query?: Q;
    readonly response: R;
  };

/** A GET that only HTTP has. `serve` has a caller unless the route is open. */
export function ownRoute<
  S extends Scope | 'open',
  P extends v.GenericSchema | undefined = undefined,
  Q extends v.GenericSchema | undefined = undefined,
  R extends v.GenericSchema | string = string,
>(
  declaration: Own<P, Q, R> & {
    readonly scope: S;
    serve(
      ports: ServicePorts,
      caller: S extends 'open' ? undefined : Caller,
      input: Input<Parsed<P>, Parsed<Q>>,
    ): Promise<Answered<R>>;
  },
): Route {
  const { none, ...own } = declaration;
  // The handler parses by the very schemas the types come from, and calls `serve` of a route that
  // needs a key with a caller.
  return {
    ...defaults,
    method: 'GET',
    multipart: false,
    status: 200,
    errors: [],
    operation: { none },
    ...own,
  } as Route;
}
