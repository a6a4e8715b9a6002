import type { AdPlatform } from '../ports/ad-platform.ts';

/** The platform's own words for on and off. */
export function statusWordsOf({ edit }: Pick<AdPlatform, 'edit'>): (status: string) => string {
  const words: { readonly [status: string]: string } = { ...edit?.statusWords };
  return (status) => words[status] ?? status;
}
