import { useEffect, useState } from 'preact/hooks';

/** `#/batches/12`: one file serves all pages. */
const here = (): readonly string[] => (location.hash.replace(/^#\/?/, '').split('?')[0] ?? '').split('/').filter(Boolean);

export const questionHere = (): URLSearchParams => new URLSearchParams(location.hash.split('?')[1] ?? '');

/** Changes the question without a visit: a reload or a shared link shows the same. */
export function putQuestion(question: URLSearchParams): void {
  const [page] = location.hash.split('?');
  const text = question.toString();
  history.replaceState(null, '', `${page || '#/'}${text === '' ? '' : `?${text}`}`);
}

export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(here);
  useEffect(() => {
    const follow = (): void => {
      setRoute(here());
      window.scrollTo(0, 0);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};

export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
