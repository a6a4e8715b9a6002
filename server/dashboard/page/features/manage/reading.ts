import { useCallback, useEffect, useState } from 'preact/hooks';
import { mapBounded } from '../../../../../core/base/map-bounded.ts';
import { type AdAccount, type ApiError, problemOf } from '../../base/api.ts';

const AT_ONCE = 3;
/**
 * The first rows are drawn when every account has told some, at the latest after this time; later
 * ones once in this time.
 */
const TOGETHER_MS = 1_000;

export interface Arriving<T> {
  readonly signal: AbortSignal;
  onRows(rows: readonly T[]): void;
  /** Changes rows that have arrived. */
  onChange(how: (row: T) => T): void;
  /** The account has told enough to be drawn. */
  onReady(): void;
}

export interface AccountProblem {
  readonly account: AdAccount;
  readonly problem: ApiError;
}

const none: readonly never[] = [];

/** Reads something of every account, some at a time. */
export function useReading<T>(
  asked: string | undefined,
  accounts: readonly AdAccount[],
  read: (account: AdAccount, arriving: Arriving<T>) => Promise<void>,
) {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [loading, setLoading] = useState(true);
  const [problems, setProblems] = useState<readonly AccountProblem[]>([]);
  const [turn, setTurn] = useState(0);
  // Until the effect has run, the rows belong to the question before.
  const [of, setOf] = useState<string>();
  useEffect(() => {
    setOf(asked);
    setRows([]);
    setProblems([]);
    if (asked === undefined) return;
    const abort = new AbortController();
    setLoading(true);
    let arrived: T[] = [];
    const changes = new Set<(row: T) => T>();
    const silent = new Set(accounts);
    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      silent.clear();
      const [more, hows] = [arrived, [...changes]];
      arrived = [];
      changes.clear();
      if (abort.signal.aborted || more.length + hows.length === 0) return;
      setRows((all) => hows.reduce<readonly T[]>((rows, how) => rows.map(how), [...all, ...more]));
    };
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(flush, TOGETHER_MS);
    const flushSoon = (): void => {
      timer ??= setTimeout(flush, TOGETHER_MS);
    };
    const ready = (account: AdAccount): void => {
      if (silent.delete(account) && silent.size === 0) flush();
    };
    const arriving = (account: AdAccount): Arriving<T> => ({
      signal: abort.signal,
      onRows: (rows) => {
        arrived.push(...rows);
        flushSoon();
      },
      onChange: (how) => {
        changes.add(how);
        flushSoon();
      },
      onReady: () => ready(account),
    });
    const one = (account: AdAccount): Promise<void> =>
      read(account, arriving(account))
        .catch((error: unknown) => {
          if (!abort.signal.aborted)
            setProblems((all) => [...all, { account, problem: problemOf(error) }]);
        })
        .finally(() => ready(account));
    void mapBounded(accounts, AT_ONCE, one).then(() => {
      flush();
      if (!abort.signal.aborted) setLoading(false);
    });
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return {
    rows: of === asked ? rows : none,
    setRows,
    loading: loading || of !== asked,
    problems,
    reload,
  };
}
