import type { Fired } from '../../faults.ts';
import type { Revocations } from '../../revocations.ts';
import type { GraphFault } from '../graph/errors.ts';
import type { Answer, Call } from '../graph/graph.ts';
import { isObject } from '../graph/params.ts';
import type { Usage } from '../graph/usage.ts';
import type { HttpDamage } from './kinds.ts';
import { faultLibrary } from './library.ts';

/** What the faults that hit a call do to it. */
export interface Played {
  /** The call is not carried out. */
  readonly skip: boolean;
  /** Answered instead of what the call would have answered. */
  readonly error: GraphFault | undefined;
  /** Waited before the call is carried out. */
  readonly delayBeforeMs: number;
  /** Inside a batch: `null` instead of an answer. */
  readonly nothing: boolean;
  /** What happens to the HTTP answer: the whole of it, also when the call is one entry of a batch. */
  readonly http: HttpDamage | undefined;
}

export const unharmed: Played = { skip: false, error: undefined, delayBeforeMs: 0, nothing: false, http: undefined };

/** What outlives the call it hit. */
interface Marks {
  readonly usage: Usage;
  readonly revoked: Revocations;
}

export function playBefore({ usage, revoked }: Marks, call: Call, account: string | undefined, fired: Fired): Played {
  let played = unharmed;
  for (const [name, options] of fired) {
    const entry = faultLibrary[name];
    if (entry === undefined) continue;
    if (name === 'token-revoked' && call.token !== undefined) revoked.revoke(call.token, Number(options.subcode ?? 467));
    if (name === 'throttle-storm' && account !== undefined) usage.block(account, Number(options.seconds ?? 60));
    if (name === 'usage-climb' && account !== undefined) usage.raise(account, Number(options.percent ?? 10));
    if (entry.throttles && account !== undefined) usage.show(account, entry.throttles, Number(options.seconds ?? 60));
    const fault = entry.error === undefined ? undefined : { ...entry.error, ...customFault(options) };
    played = {
      skip: played.skip || entry.effect === 'none',
      error: played.error ?? fault,
      delayBeforeMs: entry.late ? Number(options.ms ?? 90_000) : played.delayBeforeMs,
      nothing: played.nothing || entry.nothing === true,
      http:
        entry.http === undefined
          ? played.http
          : { ...entry.http, ...(entry.http.kind === 'slow' ? { delayMs: Number(options.ms ?? 90_000) } : {}) },
    };
  }
  return played;
}

/** `{ fault: "error", code, subcode, message, status, title, userMessage }`: any refusal at all. */
function customFault(options: { readonly [name: string]: unknown }): Partial<GraphFault> {
  const numbers = ['code', 'subcode', 'status'].filter((name) => typeof options[name] === 'number');
  const texts = ['message', 'title', 'userMessage', 'type'].filter((name) => typeof options[name] === 'string');
  return Object.fromEntries([...numbers, ...texts].map((name) => [name, options[name]]));
}

/** Faults that only change how an error looks. */
export function playAfter(answer: Answer, fired: Fired): Answer {
  if (answer.status < 400 || !isObject(answer.body) || !isObject(answer.body.error)) return answer;
  const { error } = answer.body;
  if (fired.has('error-bare'))
    return {
      ...answer,
      body: {
        error: {
          message: error.message ?? '',
          type: error.type ?? '',
          code: error.code ?? 0,
          fbtrace_id: error.fbtrace_id ?? '',
        },
      },
    };
  if (fired.has('error-localized'))
    return {
      ...answer,
      body: {
        error: { ...error, error_user_title: 'Ungültige Angabe', error_user_msg: 'Eine Angabe fehlt oder ist nicht zulässig.' },
      },
    };
  return answer;
}
