import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type AnswerOf, type ApiError, ask, type InputOf, problemOf } from '../../base/api.ts';

export type Asset = AnswerOf<'library.assets'>['data'][number];
export type LibraryFilter = Omit<InputOf<'library.assets'>, 'limit' | 'offset' | 'page'>;

const PAGE = 100;

type Pages = Map<number, readonly Asset[] | 'asked'>;

/** What matches a filter, fetched page by page as it comes into sight. */
export function useAssets(filter: LibraryFilter) {
  const asked = JSON.stringify(filter);
  const pages = useRef<Pages>(new Map());
  /** Shown until the same question is answered again, so that no card disappears. */
  const before = useRef<{ readonly of: string; readonly pages: Pages }>({
    of: '',
    pages: new Map(),
  });
  const [state, setState] = useState<{
    readonly of: string;
    readonly total?: number;
    readonly problem?: ApiError;
  }>({ of: '' });
  const [turn, setTurn] = useState(0);

  const fetchPage = useCallback(
    (page: number): void => {
      if (pages.current.has(page)) return;
      const mine = pages.current;
      mine.set(page, 'asked');
      ask('library.assets', {
        ...(JSON.parse(asked) as LibraryFilter),
        limit: PAGE,
        offset: page * PAGE,
      }).then(
        ({ data, pagination: { total } }) => {
          mine.set(page, data);
          if (pages.current === mine) setState({ of: asked, total });
        },
        (error: unknown) => {
          mine.delete(page);
          if (pages.current === mine)
            setState((now) => ({ ...now, of: asked, problem: problemOf(error) }));
        },
      );
    },
    [asked],
  );
  useEffect(() => {
    before.current = { of: asked, pages: before.current.of === asked ? pages.current : new Map() };
    pages.current = new Map();
    fetchPage(0);
  }, [fetchPage, turn]);

  return {
    total: state.of === asked ? state.total : undefined,
    problem: state.problem,
    at(position: number): Asset | undefined {
      const page = Math.floor(position / PAGE);
      const [fresh, old] = [pages.current.get(page), before.current.pages.get(page)];
      const found = Array.isArray(fresh) ? fresh : old;
      return Array.isArray(found) ? found[position % PAGE] : undefined;
    },
    need(from: number, to: number): void {
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) fetchPage(page);
    },
    reload: (): void => setTurn((n) => n + 1),
  };
}
