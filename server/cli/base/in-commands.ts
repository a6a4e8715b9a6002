import { type PlacedName, placeOf, table } from '../../routes/table.ts';
import type { Command } from './command.ts';

const REQUEST = /\b((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[A-Za-z0-9/{}_-]+)(\?accountId=[\w-]+)?/g;

/** A message of the service for a shell: the requests it names are commands here. */
export const inCommands = (message: string, commands: readonly Command[]): string =>
  message.replace(REQUEST, (whole, request: string, account = '') => {
    const operation = operationAt(request);
    if (operation === undefined) return whole;
    return `\`slipway ${wordsFor(operation, commands)}${account.replace('?accountId=', ' --account ')}\``;
  });

const operationAt = (request: string): PlacedName | undefined =>
  (Object.keys(table) as PlacedName[]).find((name) => {
    const { method, path } = placeOf(name);
    return `${method} ${path}` === request;
  });

function wordsFor(operation: PlacedName, commands: readonly Command[]): string {
  const own = commands.find(({ does }) => does?.[operation] !== undefined);
  return own === undefined ? `call ${operation}` : `${own.name} ${own.does?.[operation]}`.trimEnd();
}
