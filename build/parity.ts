import { platformModules } from '../adapters/platforms/registry.ts';
import { operationsFor } from '../core/features/registry.ts';
import type { Operation } from '../core/operations/operation.ts';
import { createClient } from '../server/client/client.ts';
import { isOperation } from '../server/http/route.ts';
import { modelReach } from '../server/mcp/action-tools.ts';
import { routesFor } from '../server/routes/routes.ts';
import { table } from '../server/routes/table.ts';

/** Which door reaches which operation. `npm run check` prints it; a test holds it. */

interface Reach {
  readonly operation: string;
  readonly effects: Operation['effects'];
  readonly rest: string;
  /**
   * In a program that embeds the service, in one that uses the client, and on the command line:
   * under the same name, or not.
   */
  readonly client: boolean;
  readonly commandLine: boolean;
  /** How a model gets there, or why it does not. */
  readonly model: string;
}

const operations = operationsFor(platformModules);
const routes = routesFor(platformModules);
const client = createClient({ url: 'http://127.0.0.1:1' }) as unknown as {
  readonly [name: string]: unknown;
};

export const reaches = (): readonly Reach[] =>
  operations.map((operation) => {
    const route = routes.find(
      (each) =>
        isOperation(each.operation) &&
        each.operation.name === operation.name &&
        each.sameAs === undefined,
    );
    return {
      operation: operation.name,
      effects: operation.effects,
      rest: route === undefined ? 'none' : `${route.method} ${route.path}`,
      client: isFunctionAt(client, operation.name),
      commandLine: operation.name in table,
      model: modelReach(operation),
    };
  });

/** Routes that are no operation, with the reason. */
export const ownRoutes = (): readonly (readonly [route: string, reason: string])[] =>
  routes.flatMap(({ method, path, operation }) =>
    isOperation(operation) ? [] : [[`${method} ${path}`, operation.none] as const],
  );

export function isFunctionAt(api: { readonly [name: string]: unknown }, name: string): boolean {
  const [group = '', verb] = name.split('.');
  const member = api[group];
  return (
    typeof (verb === undefined
      ? member
      : (member as { readonly [verb: string]: unknown } | undefined)?.[verb]) === 'function'
  );
}

if (import.meta.main) {
  const rows = reaches();
  const width = Math.max(...rows.map(({ operation }) => operation.length));
  const restWidth = Math.max(...rows.map(({ rest }) => rest.length));
  const mark = (isThere: boolean): string => (isThere ? 'yes' : 'NO');
  console.log(
    `${'operation'.padEnd(width)}  ${'REST'.padEnd(restWidth)}  program  client  call  model`,
  );
  for (const { operation, rest, client: inClient, commandLine, model } of rows)
    console.log(
      `${operation.padEnd(width)}  ${rest.padEnd(restWidth)}  ${mark(inClient).padEnd(7)}  ${mark(inClient).padEnd(6)}  ${mark(commandLine).padEnd(4)}  ${model}`,
    );
  console.log(`\nOnly over HTTP:`);
  for (const [route, reason] of ownRoutes()) console.log(`${route}: ${reason}`);
  const missing = rows.filter(
    ({ rest, client: inClient, commandLine }) => rest === 'none' || !inClient || !commandLine,
  );
  console.log(
    `\nparity: ${rows.length} operations, ${missing.length} not reached through every door`,
  );
  process.exit(missing.length === 0 ? 0 : 1);
}
