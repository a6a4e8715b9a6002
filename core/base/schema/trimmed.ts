/** Cuts ends in one pass. An expression like `/x+$/` takes quadratic time. */

export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function withoutEnds(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return withoutTrailing(text.slice(start), characters);
}

export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
