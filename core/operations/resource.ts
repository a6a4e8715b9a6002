import * as v from 'valibot';
import type { Actor } from '../access/caller.ts';
import type { Scope } from '../access/scopes.ts';
import {
  answer,
  done,
  listOf,
  type PageWindow,
  pageAnswer,
  pageQuery,
  success,
} from '../base/schema/envelope.ts';
import { ownId } from '../base/schema/fields.ts';
import type { Kind } from '../ports/store.ts';
import type { ListPage } from '../records/list.ts';
import type { Once } from '../records/once.ts';
import { type Operation, operation } from './operation.ts';
import type { ServicePorts } from './ports.ts';

type Verb = 'list' | 'create' | 'update' | 'delete';
type More = Partial<Pick<Operation, 'description' | 'errors' | 'approval' | 'reach' | 'about'>> & {
  readonly preview?: 'quiet';
};
type Shape = v.ObjectSchema<v.ObjectEntries, undefined>;
type Names = { readonly [verb in Verb | 'get']?: string };
type NameOf<N extends string, M extends Names, V extends Verb | 'get'> = M[V] extends string
  ? M[V]
  : `${N}.${V}`;
type Id = v.GenericSchema<string | number, string | number> | typeof ownId;

/** What a company keeps under ids: made, listed, changed and deleted in the same way. */
interface CollectionForm<
  N extends string,
  M extends Names,
  D extends Id,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
> {
  /** The group of its operations: `presets` has `presets.list` and four more. */
  readonly name: N;
  /** Operations that are called otherwise. */
  readonly names?: M;
  readonly path: `/v1/${string}`;
  readonly topic: string;
  /** Of writing; reading needs `read`. */
  readonly scope: Scope;
  readonly kind: Kind;
  readonly id?: D;
  readonly schema: {
    readonly create: I;
    readonly change: C;
    readonly listed: S;
    readonly shown: O;
  };
  /** Of a request that creates one. */
  readonly example?: v.InferInput<I>;
  readonly summaries: { readonly [verb in Verb]: string };
  readonly more?: { readonly [verb in Verb]?: More };
  readonly documents: {
    list(ports: ServicePorts, companyId: string, window: PageWindow): Promise<ListPage<object>>;
    create(
      ports: ServicePorts,
      caller: Actor,
      request: v.InferOutput<I>,
      once: Once,
    ): Promise<object>;
    change(
      ports: ServicePorts,
      caller: Actor,
      id: string,
      changes: v.InferOutput<C>,
    ): Promise<object>;
    remove(ports: ServicePorts, caller: Actor, id: string): Promise<void>;
  };
}

/** The same, read one by one too. */
interface ResourceForm<
  N extends string,
  M extends Names,
  D extends Id,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
> extends CollectionForm<N, M, D, I, C, S, O> {
  readonly summaries: { readonly [verb in Verb | 'get']: string };
  readonly more?: { readonly [verb in Verb | 'get']?: More };
  readonly documents: CollectionForm<N, M, D, I, C, S, O>['documents'] & {
    read(ports: ServicePorts, companyId: string, id: string): Promise<object>;
  };
}

// `documents` show what the schema says: the form ties both to one resource, and answers are
// checked in tests.
const told = async (shown: Promise<object>) => success(await shown) as never;
const idOf = (given: { readonly id?: unknown } | undefined) => String(given?.id);

/** The operations `list`, `create`, `update` and `delete`. */
export function collection<
  const N extends string,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
  const M extends Names = Record<never, never>,
  D extends Id = typeof ownId,
>(form: CollectionForm<N, M, D, I, C, S, O>) {
  const {
    name,
    names,
    path,
    topic,
    scope,
    kind,
    schema,
    example,
    summaries,
    more = {},
    documents,
  } = form;
  const nameOf = <V extends Verb>(verb: V) =>
    (names?.[verb] ?? `${name}.${verb}`) as NameOf<N, M, V>;
  const subject = v.object({ id: (form.id ?? ownId) as D });
  const one = answer(schema.shown.entries as O['entries']);
  const writing = { topic, scope, approval: 'never' } as const;
  return [
    operation({
      topic,
      scope: 'read',
      name: nameOf('list'),
      place: { method: 'GET', path },
      summary: summaries.list,
      input: v.object(pageQuery),
      output: listOf(schema.listed),
      ...more.list,
      run: async (ports, caller, { input }) =>
        (await pageAnswer(input, (window) =>
          documents.list(ports, caller.companyId, window),
        )) as never,
    }),
    operation({
      ...writing,
      name: nameOf('create'),
      place: { method: 'POST', path, status: 201 },
      summary: summaries.create,
      input: schema.create,
      ...(example !== undefined && { example: example as never }),
      output: one,
      ...more.create,
      run: (ports, caller, { input, once }) =>
        told(documents.create(ports, caller, input as v.InferOutput<I>, once)),
    }),
    operation({
      ...writing,
      name: nameOf('update'),
      place: { method: 'PATCH', path: `${path}/{id}` },
      summary: summaries.update,
      idempotency: 'repeatable',
      subject,
      input: schema.change,
      output: one,
      ...more.update,
      run: (ports, caller, call) =>
        told(documents.change(ports, caller, idOf(call.subject), call.input as v.InferOutput<C>)),
    }),
    operation({
      name: nameOf('delete'),
      place: { method: 'DELETE', path: `${path}/{id}` },
      topic,
      summary: summaries.delete,
      scope,
      preview: 'quiet',
      idempotency: 'repeatable',
      subject,
      about: kind,
      output: done,
      ...more.delete,
      run: (ports, caller, call) =>
        documents.remove(ports, caller, idOf(call.subject)).then(() => success({})),
    }),
  ] as const;
}

/** The five operations of a resource. */
export function resource<
  const N extends string,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
  const M extends Names = Record<never, never>,
  D extends Id = typeof ownId,
>(form: ResourceForm<N, M, D, I, C, S, O>) {
  const { name, names, path, topic, schema, summaries, more = {}, documents } = form;
  const [list, create, update, remove] = collection<N, I, C, S, O, M, D>(form);
  const get = operation({
    name: (names?.get ?? `${name}.get`) as NameOf<N, M, 'get'>,
    place: { method: 'GET', path: `${path}/{id}` },
    topic,
    summary: summaries.get,
    scope: 'read',
    subject: v.object({ id: (form.id ?? ownId) as D }),
    output: answer(schema.shown.entries as O['entries']),
    ...more.get,
    run: (ports, caller, call) => told(documents.read(ports, caller.companyId, idOf(call.subject))),
  });
  return [list, create, get, update, remove] as const;
}
