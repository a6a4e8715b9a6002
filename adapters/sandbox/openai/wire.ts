import { Refused } from '../kit/faults.ts';
import { isObject } from '../kit/json.ts';
import { type Params, paramReaders } from '../kit/params.ts';
import { type Body, readBody } from '../kit/requests.ts';
import type { Entity, Fired, Json, JsonObject, Routes, Table, TokenKind, World } from '../types.ts';

export interface OpenaiFault {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  /** Of a refusal for too many calls. */
  readonly waitSeconds?: number;
  /** A page of the firewall instead of JSON. */
  readonly html?: true;
}

export class Refusal extends Refused<OpenaiFault> {
  constructor(fault: OpenaiFault) {
    super(fault, fault.message);
  }
}

const schema = (code: string, param: string, message: string) =>
  new Refusal({ status: 400, type: 'invalid_request_error', code, param, message });

export const missing = (param: string) =>
  schema('missing_required_parameter', param, `Missing required parameter: '${param}'.`);
export const wrong = (param: string, message: string) => schema('invalid_type', param, message);
export const unknownField = (param: string) =>
  schema('unknown_parameter', param, `Unknown parameter: '${param}'.`);

/** Rules of the domain call themselves server errors. */
export const ruled = (message: string, status = 400) =>
  new Refusal({ status, type: 'server_error', message: `${status}: ${message}` });

export const notFound = (message = 'Not found') =>
  new Refusal({ status: 404, type: 'invalid_request_error', message });
export const conflict = (message: string) =>
  new Refusal({ status: 409, type: 'invalid_request_error', message });
export const deadKey = (message = 'Missing or invalid SDK key in Authorization header.') =>
  new Refusal({ status: 401, type: 'invalid_request_error', code: 'invalid_api_key', message });

export { isObject, textOf as words } from '../kit/json.ts';
export { given, type Params } from '../kit/params.ts';

export const { text, required, oneOf, requiredOneOf, integer } = paramReaders({
  missing,
  wrong: (name, expected) => wrong(name, `Invalid type for '${name}': expected ${expected}.`),
  choice: (name, values, value) =>
    wrong(name, `Invalid value for '${name}': '${value}'. Expected ${values.join(', ')}.`),
});

export interface OpenaiCall {
  readonly method: string;
  /** `ads/ad_1/pause`; `bzr/events` is the other host. */
  readonly path: string;
  /** Names with `[]` are lists. */
  readonly query: Table<string | readonly string[]>;
  readonly body: Body;
  readonly token: string | undefined;
  readonly key: string | undefined;
  readonly hasAgent: boolean;
  /** Start of links in answers. */
  readonly base: string;
}

export interface Turn extends Pick<OpenaiCall, 'query' | 'body' | 'key' | 'base'> {
  readonly world: World;
  readonly fired: Fired;
  readonly ids: Table<string>;
  readonly account: Entity;
}

export interface Endpoint {
  /** Parameters of the query; others are refused. */
  readonly query?: readonly string[];
  /** Takes the Conversions key. */
  readonly events?: true;
  run(turn: Turn): JsonObject;
}

export type Endpoints = Routes<Endpoint>;

/** Undefined for unknown addresses. */
export async function readCall(
  request: Request,
  {
    mount,
    basePath,
    publicUrl,
  }: { readonly mount: string; readonly basePath: string; readonly publicUrl: string | undefined },
): Promise<OpenaiCall | undefined> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(`${basePath}/`)) return undefined;
  const { headers } = request;
  const authorization = headers.get('authorization') ?? '';
  const body = await readBody(request);
  if (typeof body === 'string') throw wrong('', `The body is no ${body}.`);
  return {
    method: request.method,
    path: url.pathname.slice(basePath.length + 1).replace(/\/$/, ''),
    query: queryOf(url.searchParams),
    body,
    token: authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined,
    key: headers.get('idempotency-key') ?? undefined,
    hasAgent: headers.has('user-agent'),
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

const listNames = ['fields', 'time_ranges', 'filters', 'sort', 'segments', 'includes', 'include'];

function queryOf(params: URLSearchParams): OpenaiCall['query'] {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      if (name.endsWith('[]')) return [name.slice(0, -2), params.getAll(name)];
      if (listNames.includes(name))
        throw wrong(name, `Invalid type for '${name}': expected an array.`);
      return [name, params.get(name) ?? ''];
    }),
  );
}

export const listIn = ({ query }: Pick<Turn, 'query'>, name: string): readonly string[] => {
  const value = query[name];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
};

export const pageParams = ['limit', 'after', 'before', 'order'] as const;

/** `id` is the cursor. */
export function paged(
  { query }: Pick<Turn, 'query'>,
  rows: readonly (JsonObject & { readonly id: string })[],
  most: number,
) {
  const limit = integer(query, 'limit') ?? 20;
  if (limit < 1) throw wrong('limit', "Invalid 'limit': the least is 1.");
  if (limit > most)
    throw schema(
      'integer_above_max_value',
      'limit',
      `Invalid 'limit': integer above maximum value. Expected <= ${most}.`,
    );
  const after = text(query, 'after');
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw wrong('after', `Invalid 'after': '${after}'.`);
  const data = rows.slice(start, start + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + limit < rows.length,
  } satisfies JsonObject;
}

export const objectBody = ({ body }: Turn): Params => body.params;

export const seconds = (at: number) => Math.floor(at / 1_000);

export const kinds = {
  account: 'openai_ad_accounts',
  campaign: 'openai_campaigns',
  adGroup: 'openai_ad_groups',
  ad: 'openai_ads',
  file: 'openai_files',
  pixel: '.openai_pixels',
  eventSetting: '.openai_event_settings',
  audit: '.openai_audit_logs',
  key: '.openai_keys_of_creations',
} as const;

export const tokenKind: TokenKind = {
  kind: '.openai_keys',
  idOf: (token) => `openai_key:${token}`,
};
export const conversionsKeyOf = (token: string) => `conversions-${token}`;

const hex = (number: number) => number.toString(16).padStart(32, '0');

/** After those of the seed. */
export const newId = (world: World, prefix: string) =>
  `${prefix}${hex(0xf000_0000 + world.sequence())}`;

export const jsonText = (value: string): JsonObject | undefined => {
  try {
    const parsed = JSON.parse(value) as Json;
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};
