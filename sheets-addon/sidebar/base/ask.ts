import type { Reply } from '../../base/problem.ts';
import type { Script } from '../../features/registry.ts';
import { t } from './words.ts';

type Answer<F> = F extends (...args: never[]) => Reply<infer T> ? T : never;
/** The functions of the script that answer the sidebar. */
type Askable = { [N in keyof Script]: Answer<Script[N]> extends never ? never : N }[keyof Script];

export type Trouble = Extract<Reply<never>, { ok: false }>['problem'];

type Runner = { readonly [N in Askable]: (...args: unknown[]) => void } & {
  withSuccessHandler(handler: (reply: Reply<unknown>) => void): Runner;
  withFailureHandler(handler: (error: Error) => void): Runner;
};

declare const google: { readonly script: { readonly run: Runner } };

/**
 * Calls a function of the script. Rejects with a `Trouble`, in words, never with a raw exception.
 */
export function ask<N extends Askable>(
  name: N,
  ...args: Parameters<Script[N]>
): Promise<Answer<Script[N]>> {
  return new Promise((resolve, reject) => {
    const runner = google.script.run
      .withSuccessHandler((reply) => {
        if (reply.ok) resolve(reply.value as Answer<Script[N]>);
        else reject(reply.problem);
      })
      .withFailureHandler((error) => {
        reject({ kind: 'other', message: wordsOf(error) });
      });
    runner[name](...args);
  });
}

/** All that Google says where a browser is signed in to several accounts. */
const wordsOf = ({ message }: Error): string =>
  /PERMISSION_DENIED/.test(message) ? t('refused') : t('stopped', { message });
