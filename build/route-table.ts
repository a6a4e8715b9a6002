import { writeFileSync } from 'node:fs';
import { platformModules } from '../adapters/platforms/registry.ts';
import { operationsFor } from '../core/features/registry.ts';
import type { Operation } from '../core/operations/operation.ts';
import type { TableRow, WrittenRow } from '../core/operations/place.ts';

/**
 * `npm run routes`: writes server/routes/table.ts from the places that operations declare, as plain
 * data: clients in browsers and spreadsheets read it without the operations. A test compares the
 * two.
 */

const FILE = new URL('../server/routes/table.ts', import.meta.url);

/** By the name of the operation, in the order of the reference. */
export const routeTable = (): { readonly [name: string]: TableRow } =>
  Object.fromEntries(
    operationsFor(platformModules).map((operation) => [operation.name, routeOf(operation)]),
  );

/** Not at the start of a line: a test would take it for an export of this file. */
const EXPORT = 'export';

function tableText(): string {
  const rows = Object.entries(routeTable()).map(
    ([name, row]) => `  '${name}': ${literal(written(row))},`,
  );
  return `import type { TableRow, WrittenRow } from '../../core/operations/place.ts';

/**
 * Where the API has each operation. Written by \`npm run routes\`: change the declaration of an
 * operation instead.
 */
${EXPORT} const table = {
${rows.join('\n')}
} as const satisfies { readonly [name: string]: WrittenRow };

/** The name of an operation of a service with the platforms there are. */
${EXPORT} type PlacedName = keyof typeof table;

/** The same, asked by a name that is only known when the program runs. */
${EXPORT} function placeOf(name: PlacedName): TableRow {
  const row: WrittenRow = table[name];
  const { at, ...more } = typeof row === 'string' ? { at: row } : row;
  const [method, path] = at.split(' ') as [TableRow['method'], TableRow['path']];
  return { method, path, ...more };
}
`;
}

function routeOf(operation: Operation): TableRow {
  const { place, effects, output } = operation;
  const shape = shapeOf(operation);
  return {
    ...place,
    ...(place.method === 'POST' && effects === 'reads' && { reads: true }),
    ...(typeof output === 'string' && {
      answers: output === 'text/event-stream' ? 'events' : 'file',
    }),
    ...(shape !== undefined && { shape }),
  };
}

/**
 * By the schema that the answer is written by. Pages that `operation` fills in are no part of it:
 * services of 0.1 lack them.
 */
function shapeOf({ output }: Operation): TableRow['shape'] {
  const { data, pagination, adBatchId } = membersOf(output);
  const isFilledIn =
    membersOf(pagination as Operation['output'] | undefined).total?.type === 'nullable';
  if (data?.type === 'array') return pagination === undefined || isFilledIn ? 'list' : 'page';
  return adBatchId?.type === 'number' ? 'batch' : undefined;
}

const membersOf = (schema: Operation['output'] | undefined) =>
  (typeof schema === 'object' && 'entries' in schema ? schema.entries : {}) as {
    readonly [member: string]: { readonly type: string } | undefined;
  };

function written({ method, path, ...more }: TableRow): WrittenRow {
  const at = `${method} ${path}` as const;
  return Object.keys(more).length === 0 ? at : { at, ...more };
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? `'${value}'` : String(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ')} }`;
}

if (import.meta.main) writeFileSync(FILE, tableText());
