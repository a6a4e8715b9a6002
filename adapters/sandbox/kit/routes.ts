import type { Table } from '../entity.ts';

/** `GET accounts/{account}/campaigns`; `{name}` is one part. */
export type Routes<Route> = Table<Route>;

export interface Routed<Route> {
  readonly route: Route;
  readonly ids: Table<string>;
}

/**
 * Finds the route of a call; 'method' where the path is known and the method is not. The first that
 * fits is taken.
 *
 * @example
 * import { createRouter } from 'slipway-sandbox/kit';
 *
 * const route = createRouter({ 'GET accounts/{account}/ads': () => 'all of them' });
 * console.log(route('GET', 'accounts/7/ads'), route('POST', 'accounts/7/ads'), route('GET', 'elsewhere'));
 */
export function createRouter<Route>(
  routes: Routes<Route>,
): (method: string, path: string) => Routed<Route> | 'method' | undefined {
  const all = Object.entries(routes).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, parts: path.split('/'), route };
  });
  return (method, path) => {
    const given = path.split('/');
    const fitting = all.filter(
      ({ parts }) =>
        parts.length === given.length && parts.every((part, at) => fits(part, given[at])),
    );
    const found = fitting.find((each) => each.method === method);
    if (found === undefined) return fitting.length === 0 ? undefined : 'method';
    const ids = found.parts.flatMap((part, at) =>
      isName(part) ? [[part.slice(1, -1), given[at] ?? '']] : [],
    );
    return { route: found.route, ids: Object.fromEntries(ids) };
  };
}

const isName = (part: string) => part.startsWith('{');

const fits = (part: string, given: string | undefined) =>
  isName(part) ? given !== '' : part === given;
