/** What results count, in a word: `actions:offsite_conversion.fb_pixel_purchase` as `Purchase`. */
export function resultWord(type: string): string {
  const last = type
    .slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)
    .replace(/^(fb_pixel|conversion|total)_/, '');
  const words = last.replace(/_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words that have no plural, or are one: `5 post reactions`, `900 reach`. */
const UNCHANGED = /(s|ed|ing|reach|other|cart)$/;

/** `50 purchases`. `shown`: the number as the reader sees it. */
export function resultsInWords(type: string, number: number, shown: string): string {
  const word = resultWord(type).toLowerCase() || 'other';
  const isOne = number === 1 || UNCHANGED.test(word) || !/[a-z]$/.test(word);
  return `${shown} ${isOne ? word : `${word.replace(/([^aeiou])y$/, '$1ie')}s`}`;
}
