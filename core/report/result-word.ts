/** What results count, in a word: `actions:offsite_conversion.fb_pixel_purchase` as `Purchase`. */
export function resultWord(type: string): string {
  const last = type
    .slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)
    .replace(/^(fb_pixel|conversion|total)_/, '');
  const words = last.replace(/_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `50 purchases`. Words that are plural, or have none, stay: `5 post reactions`, `900 reach`. */
export function resultsInWords(type: string, number: number, shown: string): string {
  const word = resultWord(type).toLowerCase() || 'other';
  return `${shown} ${number === 1 || !/[a-z]$/.test(word) || /(s|ed|ing|reach|other|cart)$/.test(word) ? word : word.replace(/([^aeiou])y$/, '$1ie').concat('s')}`;
}
