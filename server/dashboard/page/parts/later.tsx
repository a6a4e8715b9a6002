import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { problemOf } from '../base/api.ts';
import { ProblemNote, Waiting } from './parts.tsx';

const MISSING = 'The script of this page did not arrive: the service does not answer, or has a newer version. Try again.';

/** A component that is not part of the first visit: its script comes when it is first shown. */
export function later<M extends object, N extends keyof M>(load: () => Promise<M>, name: N): M[N] {
  let loaded: M | undefined;
  function Later(props: object) {
    const [module, setModule] = useState(loaded);
    const [problem, setProblem] = useState<ReturnType<typeof problemOf>>();
    useEffect(() => {
      if (loaded === undefined)
        load().then(
          (came) => {
            loaded = came;
            setModule(came);
          },
          () => setProblem(problemOf(MISSING)),
        );
    }, []);
    if (problem !== undefined) return <ProblemNote problem={problem} onRetry={() => location.reload()} />;
    if (module === undefined) return <Waiting rows={4} />;
    const Component = module[name] as ComponentType<object>;
    return <Component {...props} />;
  }
  // It takes the props of what it loads.
  return Later as M[N];
}
