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

type Verb = 'list' | 'create' | 'update' | 'delete';
type More = Partial<Pick<Operation, 'description' | 'errors' | 'approval' | 'reach' | 'about'>> & { readonly preview?: 'quiet' };
type Shape = v.ObjectSchema<v.ObjectEntries, undefined>;

/** What a company keeps under ids: made, listed, changed and deleted in the same way. */
interface CollectionForm<
  N extends string,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
> {
  /** The group of its operations: `presets` has `presets.list` and four more. */
  readonly name: N;
  readonly path: `/v1/${string}`;
  readonly topic: Topic;
  /** What writing needs; reading needs `read`. */
  readonly scope: Scope;
  readonly kind: Kind;
  /** `listed` as lists show it, `shown` alone. */
  readonly schema: { readonly create: I; readonly change: C; readonly listed: S; readonly shown: O };
  /** A line for lists, each. */
  readonly summaries: { readonly [verb in Verb]: string };
  /** What an operation says besides. */
  readonly more?: { readonly [verb in Verb]?: More };
  readonly documents: {
    list(ports: ServicePorts, companyId: string, window: PageWindow): Promise<ListPage<object>>;
    create(ports: ServicePorts, caller: Actor, request: v.InferOutput<I>, once: Once): Promise<object>;
    change(ports: ServicePorts, caller: Actor, id: string, changes: v.InferOutput<C>): Promise<object>;
    remove(ports: ServicePorts, caller: Actor, id: string): Promise<void>;
  };
}

/** The same, read one by one too. */
interface ResourceForm<N extends string, I extends v.GenericSchema, C extends v.GenericSchema, S extends Shape, O extends Shape>
  extends CollectionForm<N, I, C, S, O> {
  readonly summaries: { readonly [verb in Verb | 'get']: string };
  readonly more?: { readonly [verb in Verb | 'get']?: More };
  readonly documents: CollectionForm<N, I, C, S, O>['documents'] & {
    read(ports: ServicePorts, companyId: string, id: string): Promise<object>;
  };
}

const subject = v.object({ id: ownId });

// `documents` show what the schema says: the form ties both to one resource, and answers are checked in tests.
const told = async (shown: Promise<object>) => success(await shown) as never;

/** The operations `list`, `create`, `update` and `delete`. */
export function collection<
  const N extends string,
  I extends v.GenericSchema,
  C extends v.GenericSchema,
  S extends Shape,
  O extends Shape,
>({ name, path, topic, scope, kind, schema, summaries, more = {}, documents }: CollectionForm<N, I, C, S, O>) {
  const one = answer(schema.shown.entries as O['entries']);
  return [
    operation({
      name: `${name}.list` as const,
      place: { method: 'GET', path },
      topic,
      summary: summaries.list,
      scope: 'read',
      effects: 'reads',
      input: v.object(pageQuery),
      output: listOf(schema.listed),
      ...more.list,
      run: async (ports, caller, { input }) =>
        (await pageAnswer(input, (window) => documents.list(ports, caller.companyId, window))) as never,
    }),
    operation({
      name: `${name}.create` as const,
      place: { method: 'POST', path, status: 201 },
      topic,
      summary: summaries.create,
      scope,
      effects: 'writes',
      approval: 'never',
      input: schema.create,
      output: one,
      ...more.create,
      run: (ports, caller, { input, once }) => told(documents.create(ports, caller, input as v.InferOutput<I>, once)),
    }),
    operation({
      name: `${name}.update` as const,
      place: { method: 'PATCH', path: `${path}/{id}` },
      topic,
      summary: summaries.update,
      scope,
      effects: 'writes',
      approval: 'never',
      idempotency: 'repeatable',
      subject,
      input: schema.change,
      output: one,
      ...more.update,
      run: (ports, caller, { subject: { id }, input }) => told(documents.change(ports, caller, id, input as v.InferOutput<C>)),
    }),
    operation({
      name: `${name}.delete` as const,
      place: { method: 'DELETE', path: `${path}/{id}` },
      topic,
      summary: summaries.delete,
      scope,
      effects: 'destroys',
      preview: 'quiet',
      idempotency: 'repeatable',
      subject,
      about: kind,
      output: done,
      ...more.delete,
      run: (ports, caller, { subject: { id } }) => documents.remove(ports, caller, id).then(() => success({})),
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
>(form: ResourceForm<N, I, C, S, O>) {
  const { name, path, topic, schema, summaries, more = {}, documents } = form;
  const [list, create, update, remove] = collection<N, I, C, S, O>(form);
  const get = operation({
    name: `${name}.get` as const,
    place: { method: 'GET', path: `${path}/{id}` },
    topic,
    summary: summaries.get,
    scope: 'read',
    effects: 'reads',
    subject,
    output: answer(schema.shown.entries as O['entries']),
    ...more.get,
    run: (ports, caller, { subject: { id } }) => told(documents.read(ports, caller.companyId, id)),
  });
  return [list, create, get, update, remove] as const;
}
