import { useEffect, useRef, useState } from 'preact/hooks';
import type { BatchDetail } from '../../base/api.ts';
import { count } from '../../base/words.ts';

/** A duration of the service that counts on while something runs. */
export function useTicking(ms: number, isRunning: boolean): number {
  const told = useRef({ ms, at: performance.now() });
  if (told.current.ms !== ms) told.current = { ms, at: performance.now() };
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => redraw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? ms + performance.now() - told.current.at : ms;
}

type Step = NonNullable<BatchDetail['steps']>[number];

const WORDS: { readonly [K in Step['kind']]: string } = {
  image: 'Images uploaded',
  video: 'Videos uploaded',
  ready: 'Videos made ready by the platform',
  creative: 'Creatives made',
  ad: 'Ads made',
};

export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol class="steps" aria-label="Steps">
    {steps.map(({ kind, total, done, failed, sent }) => (
      <li key={kind} class={done + failed === total ? 'over' : ''}>
        {WORDS[kind]}: {count(done)} of {count(total)}
        {failed > 0 && `, ${count(failed)} failed`}
        {sent > 0 && `, ${count(sent)} with the platform now`}
      </li>
    ))}
  </ol>
);
