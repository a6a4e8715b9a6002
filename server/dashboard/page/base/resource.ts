import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { OperationName } from '../../../../core/features/registry.ts';
import { type AnswerOf, type ApiError, type InputOf, requestFor } from '../../../client/client.ts';
import { ask, problemOf } from './api.ts';

/** The last answer to each question, so that a page that is opened again is there at once and then brought up to date. */
const seen = new Map<string, unknown>();

export const forgetAll = (): void => seen.clear();

export interface Resource<T> {
  readonly data: T | undefined;
  readonly problem: ApiError | undefined;
  readonly loading: boolean;
  reload(): void;
  /** Changes what is shown until the next answer. */
  change(change: (data: T) => T): void;
}

/** What an operation that reads answers; undefined as input asks nothing. */
export function useResource<N extends OperationName>(
  name: N,
  input: InputOf<N> | undefined,
  options: { readonly everyMs?: number } = {},
): Resource<AnswerOf<N>> {
  type Answer = AnswerOf<N>;
  const [, redraw] = useState(0);
  const [problem, setProblem] = useState<ApiError>();
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  // Two questions are the same when they have one address.
  const path = input === undefined ? undefined : requestFor(name, input).path;
  const current = useRef(path);
  current.current = path;

  useEffect(() => {
    if (path === undefined || input === undefined) return;
    const abort = new AbortController();
    setLoading(true);
    ask(name, input, abort.signal)
      .then((answer) => {
        // An answer that says the same is the same object, so that nothing that follows from it is done again.
        if (JSON.stringify(answer) !== JSON.stringify(seen.get(path))) seen.set(path, answer);
        setProblem(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(problemOf(error));
      })
      .finally(() => {
        if (abort.signal.aborted) return;
        setLoading(false);
        redraw((n) => n + 1);
      });
    return () => abort.abort();
  }, [path, turn]);

  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEvery(options.everyMs, reload);

  const change = useCallback((how: (data: Answer) => Answer) => {
    const at = current.current;
    // Kept under its own address by the same hook, so it is of the same type.
    const data = at === undefined ? undefined : (seen.get(at) as Answer | undefined);
    if (at === undefined || data === undefined) return;
    seen.set(at, how(data));
    redraw((n) => n + 1);
  }, []);

  const data = path === undefined ? undefined : (seen.get(path) as Answer | undefined);
  return { data, problem, loading, reload, change };
}

/** Again and again while the page is in sight; undefined: not at all. */
export function useEvery(everyMs: number | undefined, act: () => void): void {
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && act(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, act]);
}
