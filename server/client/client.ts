import type { PlacedName as OperationName } from '../routes/table.ts';
import { placeOf, table } from '../routes/table.ts';
import { type ClientOptions, type Connection, httpAnswerOf, openConnection } from './connection.ts';
import { readAnswer } from './read-answer.ts';
import { type ApiRequest, requestFor } from './request-for.ts';
import { openEvents, openFile } from './streams.ts';
import type { Client, RequestOptions } from './types.ts';

/** `slipway/client`: the API as typed functions, in every runtime that has `fetch`. */

export { ApiError } from './api-error.ts';
export type { ClientOptions } from './connection.ts';
export { type HttpAnswer, type ReadOptions, readAnswer } from './read-answer.ts';
export { type ApiRequest, requestFor } from './request-for.ts';
export type { AnswerFacts, AnswerOf, Client, InputOf, RequestOptions } from './types.ts';

/**
 * Every operation of a service as a function. What writes is sent under an Idempotency-Key, the
 * caller's or one of its own, so that every request can be sent again: that is done where the
 * connection is cut, and where the service asks to wait. A service that cannot be reached at all is
 * told at once.
 *
 * @example
 * import { createClient } from 'slipway/client';
 *
 * const client = createClient({ url: 'http://127.0.0.1:4000', key: process.env.SLIPWAY_KEY });
 * const { data } = await client.accounts.list({ limit: 200 });
 * for (const { id, name } of data) console.log(id, name);
 */
export const createClient = (options: ClientOptions): Client => clientOver(openConnection(options));

/** The same over a connection that is used for more than operations. */
export function clientOver(connection: Connection): Client {
  const grouped: { [name: string]: unknown } = {};
  for (const name of Object.keys(table) as OperationName[]) {
    const [group = '', own] = name.split('.');
    const verb = verbOf(connection, name);
    if (own === undefined) grouped[group] = verb;
    else grouped[group] = { ...(grouped[group] as object | undefined), [own]: verb };
  }
  // A function for each name of the table, which has all there are.
  return grouped as unknown as Client;
}

type Verb = (input?: object, options?: RequestOptions) => Promise<unknown>;

function verbOf(connection: Connection, name: OperationName): Verb {
  const { answers } = placeOf(name);
  // Of the very operation, by the types of the client.
  const requestOf = (input: object): ApiRequest => requestFor(name, input as never);
  if (answers === 'events')
    return async (input = {}, options = {}) =>
      openEvents(connection, (input as { readonly id: number }).id, requestOf(input), options);
  if (answers === 'file')
    return async (input = {}, options = {}) => openFile(connection, requestOf(input), options);
  return async (input = {}, options = {}) =>
    connection.send(
      requestOf(input),
      async (response) => readAnswer(name, await httpAnswerOf(response), connection),
      options,
    );
}
