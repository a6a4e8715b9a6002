/** What results count, in a word: `actions:offsite_conversion.fb_pixel_purchase` as `Purchase`. */
export function resultWord(type: string): string {
  const last = type
    .slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1)
    .replace(/^(fb_pixel|conversion|total)_/, '');
  const words = last.replace(/_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
