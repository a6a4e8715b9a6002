/** How well a thing fits: its very id, its very name, a name that begins so, a word that does, a part of a name, a part of an id. */
export function rankOf(text: string, { id, name }: { readonly id: string; readonly name: string }): number {
  const own = id.toLowerCase();
  if (own === text || own.endsWith(`_${text}`)) return 6;
  const words = name.toLowerCase();
  if (words === text) return 5;
  const at = words.indexOf(text);
  if (at === 0) return 4;
  if (at > 0) return isWordEnd(words.charAt(at - 1)) || words.includes(` ${text}`) ? 3 : 2;
  if (text.length >= 4 && own.includes(text)) return 1;
  // Several words, in any order.
  const parts = text.split(' ').filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => words.includes(part)) ? 2 : 0;
}

const isWordEnd = (letter: string): boolean => ' _-|/.'.includes(letter);
