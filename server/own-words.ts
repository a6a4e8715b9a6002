import { type Fault, SlipwayError, withHint } from '../core/base/errors.ts';
import type { TableRow } from '../core/operations/place.ts';
import type { PlatformDefinition } from '../core/ports/platform-definition.ts';
import { table } from './routes/table.ts';

/** An address of the REST API in a sentence: `GET /v1/adsets?accountId=act_1`. */
const ADDRESS = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]{1,200})(\?[\w=&:.-]{0,300}\w)?/g;

/** The name of the operation at an address; undefined where only HTTP has it. */
function operationAt(definitions: readonly PlatformDefinition[], method: string, path: string): string | undefined {
  const parts = path.split('/');
  const isThere = (place: TableRow): boolean =>
    place.method === method &&
    [place.path, ...(place.aliases ?? [])].some((each) => {
      const own = each.split('/');
      return own.length === parts.length && own.every((part, i) => part === parts[i] || part.startsWith('{'));
    });
  const [name] = Object.entries<TableRow>(table).find(([, place]) => isThere(place)) ?? [];
  return name ?? listAt(definitions, parts);
}

/** The lists of single platforms are operations for all of them. */
function listAt(definitions: readonly PlatformDefinition[], [, , platform = '', list]: readonly string[]): string | undefined {
  const definition = definitions.find(({ id, aliases }) => id === platform || aliases.includes(platform));
  const found = definition?.lists?.find(({ path }) => path === list);
  return found && `platforms.${found.kind}`;
}

/** A text for callers who have functions in place of addresses: `accounts.list()` for `GET /v1/adaccounts`. */
export const inCalls = (definitions: readonly PlatformDefinition[], text: string): string =>
  text.replace(ADDRESS, (all: string, method: string, path: string) => {
    const name = operationAt(definitions, method, path);
    return name === undefined ? all : `${name}()`;
  });

/** The same error in those words. What is no refusal of ours stays as it is. */
export function errorInCalls(definitions: readonly PlatformDefinition[], error: unknown): unknown {
  if (!(error instanceof SlipwayError)) return error;
  const worded = (fault: Fault): Fault => ({ ...withHint(fault), message: inCalls(definitions, fault.message) });
  // The error keeps its class, its stack and all else that it tells.
  return Object.defineProperties(error, {
    message: { value: inCalls(definitions, error.message), configurable: true, writable: true },
    details: { value: error.details.map(worded), configurable: true, enumerable: true },
  });
}
