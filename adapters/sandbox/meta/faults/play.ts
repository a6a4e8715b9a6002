import type { Fired } from '../../faults.ts';
import type { Answer, Outcome } from '../../kit/simulator.ts';
import { isObject } from '../graph/params.ts';
import type { Usage } from '../graph/usage.ts';
import { faultLibrary } from './library.ts';

export function markUsage(usage: Usage, account: string, fired: Fired): void {
  for (const [name, options] of fired) {
    const throttles = faultLibrary[name]?.throttles;
    if (name === 'throttle-storm') usage.block(account, Number(options.seconds ?? 60));
    if (name === 'usage-climb') usage.raise(account, Number(options.percent ?? 10));
    if (throttles !== undefined) usage.show(account, throttles, Number(options.seconds ?? 60));
  }
}

export const isNothing = (fired: Fired): boolean => [...fired.keys()].some((name) => faultLibrary[name]?.nothing === true);

export const entryAnswer = ({ answer, fired }: Outcome): Answer | null => (isNothing(fired) ? null : answer);

/** Faults that change how an error looks. */
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
