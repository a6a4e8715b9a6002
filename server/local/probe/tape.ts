import type { Http, HttpBody, HttpRequest } from '../../../core/ports/http.ts';

/**
 * A request and its answer as their shapes and values, without headers and addresses: those hold
 * credentials.
 */
export interface Exchange {
  /** `POST /campaigns/{id}/copies`. */
  readonly call: string;
  readonly status: number;
  readonly sent: unknown;
  readonly answered: unknown;
}

/** An HTTP port that keeps what passes. */
export const taped = (http: Http, tape: Exchange[]): Http => ({
  async requestAll(requests) {
    const results = await http.requestAll(requests);
    results.forEach((result, position) => {
      const request = requests[position];
      if (request === undefined) return;
      const [status, answered] = result.ok ? [result.status, parsed(result.text)] : [0, undefined];
      tape.push({
        call: callOf(request),
        status,
        sent: request.body && sentIn(request.body),
        answered,
      });
    });
    return results;
  },
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text, (_name, value) =>
      typeof value === 'string' && value.startsWith('{') ? (parsed(value) ?? value) : value,
    );
  } catch {
    return undefined;
  }
};

/**
 * Objects and lists inside form fields are read too, as inside answers of a batch; ids are longer
 * than numbers.
 */
const fieldsIn = (fields: { readonly [name: string]: string }): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      /^[[{]/.test(value) ? (parsed(value) ?? value) : value,
    ]),
  );

function sentIn(body: HttpBody): unknown {
  if (body.type === 'json') return body.value;
  return body.type === 'bytes' ? undefined : fieldsIn(body.fields);
}

/**
 * Ids, versions and the place of the API are left out, so that calls of two sides can be compared.
 */
function callOf({ method, url }: HttpRequest): string {
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '');
  const start = parts.findIndex((part) => /^v\d/.test(part) || part === 'rest');
  const path = parts.slice(start + 1).map((part) => (/\d{3}|%3A|urn:/.test(part) ? '{id}' : part));
  return `${method} /${path.join('/')}`;
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an answer: `data[].name`. Names that are ids are left out. */
export function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((each) => fieldsOf(each, `${path}[]`)))];
  if (!isObject(value)) return path === '' ? [] : [path];
  return [
    ...new Set(
      Object.entries(value).flatMap(([name, each]) =>
        fieldsOf(each, `${path}${path && '.'}${/\d{4}/.test(name) ? '{id}' : name}`),
      ),
    ),
  ];
}

/**
 * Every object in a value that holds this id in a field of its own, also at the end of a longer
 * name.
 */
export function objectsWith(
  value: unknown,
  id: string,
): readonly { readonly [name: string]: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((each) => objectsWith(each, id));
  if (!isObject(value)) return [];
  const isOne = Object.entries(value).some(([name, each]) => {
    const whole = `/${String(each)}`;
    return (
      /^(id|.*_id|.*Id|resourceName)$/.test(name) &&
      (whole.endsWith(`/${id}`) || whole.endsWith(`~${id}`))
    );
  });
  return [
    ...(isOne ? [value] : []),
    ...Object.values(value).flatMap((each) => objectsWith(each, id)),
  ];
}

/** The objects in a value that hold this text in a field of their own. */
export function objectsSaying(value: unknown, text: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => objectsSaying(each, text));
  if (!isObject(value)) return [];
  const own = Object.values(value).some((each) => typeof each === 'string' && each.includes(text));
  return own ? [value] : Object.values(value).flatMap((each) => objectsSaying(each, text));
}

/**
 * Leaves by the name of their field, as text. The id of an object `creative` is `creative_id` too.
 */
export function leavesOf(
  value: unknown,
  name = '',
): readonly (readonly [name: string, text: string])[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, name));
  if (isObject(value))
    return Object.entries(value).flatMap(([field, each]) => [
      ...leavesOf(each, field),
      ...(isObject(each) && typeof each.id === 'string' ? [[`${field}_id`, each.id] as const] : []),
    ]);
  return value === undefined || value === null ? [] : [[name, String(value)]];
}
