import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { putQuestion, questionHere } from '../../base/route.ts';
import { questionOf, type View, viewIn } from './view.ts';

/** The last view, for a return to the page by the menu. */
let kept = new URLSearchParams();

/** The view in the address. It is written at once: later the address may be that of another page. */
export function useView(): readonly [View, (some: Partial<View>) => void] {
  const [view, setView] = useState(() => viewIn(questionHere().size > 0 ? questionHere() : kept));
  const current = useRef(view);
  const show = useCallback((next: View): void => {
    current.current = next;
    kept = questionOf(next);
    setView(next);
  }, []);
  useEffect(() => {
    if (questionHere().size === 0) putQuestion(kept);
    const follow = (): void => {
      if (location.hash.startsWith('#/ads')) show(viewIn(questionHere()));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const change = useCallback((some: Partial<View>): void => {
    show({ ...current.current, ...some });
    putQuestion(kept);
  }, []);
  return [view, change];
}
