import type { Context } from 'hono';
import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError, type Where } from '../../core/base/errors.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { deprecationHeaders, VERSION } from '../version.ts';
import { noteBody } from './encoded.ts';
import { type Envelope, errorAnswer } from './errors.ts';
import type { FailureLog } from './failure-log.ts';
import type { AppEnv } from './settings.ts';

/**
 * Headers to be. A plain object behind it is cheaper than a Headers, and every request needs one.
 */
export type HeaderBag = Pick<Headers, 'set'>;

export interface Reply {
  readonly requestId: string;
  address(): string | undefined;
  /** On every answer, whatever its outcome. */
  readonly headers: HeaderBag;
  /** For the log, once the caller is known. */
  who: { readonly company?: string; readonly key?: string };
  json(status: number, text: string): Response;
  /** An answer made elsewhere, with our headers added where it has none of its own. */
  raw(response: Response): Response;
  failure(error: unknown): Response;
}

/** Answers one request, whatever happens, and counts it under its label. */
export type Respond = (
  c: Context<AppEnv>,
  where: { readonly label: string; readonly envelope: Envelope },
  work: (reply: Reply) => Promise<Response>,
) => Promise<Response>;

/**
 * The headers of every answer. As `Headers` they are built once: to copy those takes half as long
 * as to read an object.
 */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'X-Slipway-Version': VERSION,
};
const jsonAnswer = new Headers({ ...always, 'Content-Type': 'application/json; charset=utf-8' });

interface ReplyPlace {
  readonly envelope: Envelope;
  readonly address: string | undefined;
  /** How the door the request came through says where to go from a refusal. */
  readonly where: Where;
}

export function createReply(
  request: Request,
  { envelope, address, where }: ReplyPlace,
  ports: Pick<ServicePorts, 'publicUrl'>,
  tellFailure: FailureLog,
): Reply {
  const requestId = requestIdOf(request);
  const more: { [name: string]: string } =
    envelope === 'older' ? { ...deprecationHeaders(ports.publicUrl) } : {};
  // A browser that came over https once never asks over http.
  if (ports.publicUrl.startsWith('https:')) more['Strict-Transport-Security'] = 'max-age=31536000';
  const reply: Reply = {
    requestId,
    address: () => address,
    headers: {
      set(name, value) {
        more[name] = value;
      },
    },
    who: {},
    json(status, text) {
      const response = new Response(text, { status, headers: jsonAnswer });
      noteBody(response, text);
      const { headers } = response;
      headers.set('X-Request-Id', requestId);
      for (const name in more) headers.set(name, more[name] ?? '');
      return response;
    },
    raw(response) {
      const { headers } = response;
      for (const [name, value] of Object.entries({ ...always, 'X-Request-Id': requestId, ...more }))
        if (!headers.has(name)) headers.set(name, value);
      return response;
    },
    failure(error) {
      const { publicUrl } = ports;
      const { status, body, headers } = errorAnswer(error, {
        envelope,
        requestId,
        publicUrl,
        where,
      });
      Object.assign(more, headers);
      if (status === 401) more['WWW-Authenticate'] ??= 'Bearer';
      if (status >= 500) tellFailure({ requestId, status, ...reasons(error) });
      return reply.json(status, JSON.stringify(body));
    },
  };
  return reply;
}

export const whoOf = (caller: Caller): Reply['who'] => ({
  company: caller.companyId,
  key: caller.keyId,
});

/**
 * A valid incoming id is reused, so that a caller can follow a request through several services.
 */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

/** An error for the log, down to the first cause. The log's adapter strikes out secrets. */
function reasons(error: unknown): {
  readonly error: string;
  readonly cause?: string;
  readonly stack?: string;
} {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = 'cause' in error && error.cause !== undefined ? { cause: String(error.cause) } : {};
  const told = { error: `${error.name}: ${error.message}`, ...cause };
  // A refusal of ours says what is wrong; a store that is away refuses every request.
  return error instanceof SlipwayError || error.stack === undefined
    ? told
    : { ...told, stack: error.stack };
}
