import * as v from 'valibot';
import type { Actor } from '../access/caller.ts';
import type { Scope } from '../access/scopes.ts';
import { answer, done, listOf, type PageWindow, pageAnswer, pageQuery, success } from '../base/schema/envelope.ts';
import { ownId } from '../base/schema/fields.ts';
import type { Kind } from '../ports/store.ts';
import type { ListPage } from '../records/list.ts';
import type { Once } from '../records/once.ts';
import { type Operation, operation } from './operation.ts';
import type { ServicePorts } from './ports.ts';
import type { Topic } from './topics.ts';

type Verb = 'list' | 'create' | 'get' | 'update' | 'delete';
type Shape = v.ObjectSchema<v.ObjectEntries, undefined>;
type Names = { readonly [verb in Verb]?: string };
type NameOf<N extends string, M extends Names, V extends Verb> = M[V] extends string ? M[V] : `${N}.${V}`;
type Id = v.GenericSchema<string | number, string | number> | typeof ownId;

/** What a company keeps under ids: made, listed, read, changed and deleted in the same way. */
interface ResourceForm<
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
  readonly topic: Topic;
  /** Of writing; reading needs `read`. */
  readonly scope: Scope;
  readonly kind: Kind;
  readonly id?: D;
  readonly schema: { readonly create: I; readonly change: C; readonly listed: S; readonly shown: O };
  readonly summaries: { readonly [verb in Verb]: string };
  readonly more?: { readonly [verb in Verb]?: Partial<Pick<Operation, 'description' | 'errors' | 'approval' | 'reach'>> };
  readonly documents: {
    list(ports: ServicePorts, companyId: string, window: PageWindow): Promise<ListPage<object>>;
    create(ports: ServicePorts, caller: Actor, request: v.InferOutput<I>, once: Once): Promise<object>;
    read(ports: ServicePorts, companyId: string, id: string): Promise<object>;
    change(ports: ServicePorts, caller: Actor, id: string, changes: v.InferOutput<C>): Promise<object>;
    remove(ports: ServicePorts, caller: Actor, id: string): Promise<void>;
  };
}

export function resource<
  const N extends string,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
  const M extends Names = Record<never, never>,
  D extends Id = typeof ownId,
>({ name, names, path, topic, scope, kind, id, schema, summaries, more = {}, documents }: ResourceForm<N, M, D, I, C, S, O>) {
  const nameOf = <V extends Verb>(verb: V) => (names?.[verb] ?? `${name}.${verb}`) as NameOf<N, M, V>;
  const subject = v.object({ id: (id ?? ownId) as D });
  const idOf = (given: { readonly id?: unknown } | undefined) => String(given?.id);
  const one = answer(schema.shown.entries as O['entries']);
  // `documents` show what the schema says: the form ties both to one resource, and answers are checked in tests.
  const told = async (shown: Promise<object>) => success(await shown) as never;
  const reading = { topic, scope: 'read' } as const;
  const writing = { topic, scope, approval: 'never' } as const;
  return [
    operation({
      ...reading,
      name: nameOf('list'),
      place: { method: 'GET', path },
      summary: summaries.list,
      input: v.object(pageQuery),
      output: listOf(schema.listed),
      ...more.list,
      run: async (ports, caller, { input }) =>
        (await pageAnswer(input, (window) => documents.list(ports, caller.companyId, window))) as never,
    }),
    operation({
      ...writing,
      name: nameOf('create'),
      place: { method: 'POST', path, status: 201 },
      summary: summaries.create,
      input: schema.create,
      output: one,
      ...more.create,
      run: (ports, caller, { input, once }) => told(documents.create(ports, caller, input as v.InferOutput<I>, once)),
    }),
    operation({
      ...reading,
      name: nameOf('get'),
      place: { method: 'GET', path: `${path}/{id}` },
      summary: summaries.get,
      subject,
      output: one,
      ...more.get,
      run: (ports, caller, call) => told(documents.read(ports, caller.companyId, idOf(call.subject))),
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
      run: (ports, caller, call) => told(documents.change(ports, caller, idOf(call.subject), call.input as v.InferOutput<C>)),
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
      run: (ports, caller, call) => documents.remove(ports, caller, idOf(call.subject)).then(() => success({})),
    }),
  ] as const;
}
