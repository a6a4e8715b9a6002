import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './api.ts';
import { ProblemNote, Waiting } from './parts.tsx';

type Pages = typeof import('./later-pages.tsx');
type Props<F extends (...props: never[]) => unknown> = Parameters<F> extends [] ? Record<string, never> : Parameters<F>[0];
let loaded: Pages | undefined;

/** A page that is not part of the first visit: its script comes when it is first opened. */
export function Later<N extends keyof Pages>({ page, props }: { readonly page: N; readonly props: Props<Pages[N]> }) {
  const [pages, setPages] = useState(loaded);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>();
  useEffect(() => {
    if (loaded !== undefined) return;
    import('./later-pages.tsx').then(
      (module) => {
        loaded = module;
        setPages(module);
      },
      (error: unknown) => setProblem(problemOf(error)),
    );
  }, []);
  if (problem !== undefined) return <ProblemNote problem={problem} onRetry={() => location.reload()} />;
  if (pages === undefined) return <Waiting rows={4} />;
  // The props are those of this page: both come from the same name.
  const Page = pages[page] as ComponentType<object>;
  return <Page {...(props as object)} />;
}
