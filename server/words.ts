import { directed, SlipwayError, type Where } from '../core/base/errors.ts';
import type { TableRow } from '../core/operations/place.ts';
import { sessionOf } from './http/session.ts';
import { type PlacedName, placeOf, table } from './routes/table.ts';

/** Commands for what messages send people to; `slipway call` does all else. */
export const commandFor: { readonly [O in PlacedName]?: string } = {
  'accounts.list': 'accounts',
  'approvals.list': 'approve',
  'automations.list': 'rules',
  'batches.list': 'batches',
  'companies.export': 'companies export',
  'companies.list': 'companies list',
  'drafts.list': 'draft',
  'grants.list': 'grants',
  'guardrails.replace': 'guardrails set',
  'jobs.list': 'jobs',
  'keys.list': 'keys list',
  'people.list': 'people list',
  'reports.adSets': 'adsets',
};

const placed = (operation: string): TableRow | undefined =>
  Object.hasOwn(table, operation) ? placeOf(operation as PlacedName) : undefined;

/** Says where an operation is. What reads is where to look, all else is what to do. */
const saying =
  (name: (operation: string) => string): Where =>
  (operation) =>
    ['POST', 'PUT'].includes(placed(operation)?.method ?? '')
      ? `See ${name(operation)}.`
      : `${name(operation)} lists them.`;

/**
 * How each door says where to go from a refusal. People at pages and sheets see what there is: they
 * are sent nowhere.
 */
export const doors = {
  rest: saying((operation) => {
    const place = placed(operation);
    return place === undefined ? operation : `${place.method} ${place.path}`;
  }),
  calls: saying((operation) => `${operation}()`),
  cli: saying(
    (operation) => `\`slipway ${commandFor[operation as PlacedName] ?? `call ${operation}`}\``,
  ),
  page: () => '',
} as const satisfies { readonly [door: string]: Where };

/** The words for a request: the door it says it comes through, or the page of a session. */
export function doorOf(request: Request): Where {
  const named = request.headers.get('slipway-door');
  if (named === 'mcp') return doors.calls;
  if (named === 'cli') return doors.cli;
  const isPage = !request.headers.has('authorization') && sessionOf(request) !== undefined;
  return named === 'sheet' || isPage ? doors.page : doors.rest;
}

/** A refusal in the words of a door. What is no refusal of ours stays as it is. */
export const inWords = <E>(error: E, where: Where): E =>
  error instanceof SlipwayError ? Object.assign(error, directed(error, where)) : error;
