import { useEffect, useRef, useState } from 'preact/hooks';

/** `#/batches/12`: one file serves all pages. */
const here = (): readonly string[] =>
  (location.hash.replace(/^#\/?/, '').split('?')[0] ?? '').split('/').filter(Boolean);

/** The page that is shown. */
export const pageHere = (): string => here()[0] ?? 'home';

export const questionHere = (): URLSearchParams =>
  new URLSearchParams(location.hash.split('?')[1] ?? '');

/** Changes the question without a visit: a reload or a shared link shows the same. */
export function putQuestion(question: URLSearchParams): void {
  const [page] = location.hash.split('?');
  const text = question.toString();
  history.replaceState(null, '', `${page || '#/'}${text === '' ? '' : `?${text}`}`);
}

/** Listens to the window, with the `act` of the last drawing. */
export function useListener<K extends keyof WindowEventMap>(
  type: K,
  act: (event: WindowEventMap[K]) => void,
): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const listen = (event: WindowEventMap[K]): void => latest.current(event);
    addEventListener(type, listen);
    return () => removeEventListener(type, listen);
  }, [type]);
}

export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(here);
  useListener('hashchange', () => {
    setRoute(here());
    window.scrollTo(0, 0);
  });
  return route;
}

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};

const KEPT = 'slipway-place';
const KEPT_MS = 30 * 60_000;

/**
 * Remembers the page that a signed-out person came for: a provider or a mailed link leads to the
 * first one.
 */
export function keepPlace(): void {
  if (!['home', 'sign-in', 'sign-in-failed', 'invite', 'decide'].includes(pageHere()))
    localStorage.setItem(KEPT, JSON.stringify({ hash: location.hash, at: Date.now() }));
}

/** Goes there once, where the sign-in led to the first page. */
export function toKeptPlace(): void {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as {
    readonly hash?: string;
    readonly at?: number;
  };
  localStorage.removeItem(KEPT);
  if (kept.hash !== undefined && pageHere() === 'home' && Date.now() - (kept.at ?? 0) < KEPT_MS)
    location.replace(kept.hash);
}

export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
