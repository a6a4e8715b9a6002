import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get, Problem } from './api.ts';

/** The last answer to each address, so that a page that is opened again is there at once and then brought up to date. */
const seen = new Map<string, unknown>();

export const forgetAll = (): void => seen.clear();

export interface Resource<T> {
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  reload(): void;
  /** Changes what is shown until the next answer. */
  change(change: (data: T) => T): void;
}

/** What a GET answers; undefined as path asks nothing. */
export function useResource<T>(path: string | undefined, options: { readonly everyMs?: number } = {}): Resource<T> {
  const [, redraw] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const current = useRef(path);
  current.current = path;

  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    setLoading(true);
    get<T>(path, abort.signal)
      .then((answer) => {
        seen.set(path, answer);
        setProblem(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(error instanceof Problem ? error : new Problem(0, 'unexpected', String(error)));
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

  const change = useCallback((how: (data: T) => T) => {
    const at = current.current;
    // Kept under its own address by the same hook, so it is of the same type.
    const data = at === undefined ? undefined : (seen.get(at) as T | undefined);
    if (at === undefined || data === undefined) return;
    seen.set(at, how(data));
    redraw((n) => n + 1);
  }, []);

  const data = path === undefined ? undefined : (seen.get(path) as T | undefined);
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
