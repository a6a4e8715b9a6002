import { useEffect, useState } from 'preact/hooks';

/** Pages are addressed behind the #, so that one file serves them all: `#/batches/12`. */
const here = (): readonly string[] => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean);

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
