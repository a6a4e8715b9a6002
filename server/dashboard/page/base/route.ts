import { useEffect, useState } from 'preact/hooks';

/** Pages are addressed behind the #, so that one file serves them all: `#/batches/12`. */
const here = (): readonly string[] => (location.hash.replace(/^#\/?/, '').split('?')[0] ?? '').split('/').filter(Boolean);

/** What a page was asked, behind the ? of its address. */
export const questionHere = (): URLSearchParams => new URLSearchParams(location.hash.split('?')[1] ?? '');

/** The same page with another question in its address: a reload, or somebody else, sees the same. */
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

/** A whole number as an address holds it. */
export const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
