/**
 * By Unicode code point, as the databases order: JavaScript's own `<` goes by UTF-16 unit and puts
 * emoji before U+E000.
 */
export function compareText(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] === b[i]) continue;
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    const [highX, highY] = [x >= 0xd800 && x <= 0xdfff, y >= 0xd800 && y <= 0xdfff];
    return highX === highY ? x - y : highX ? 1 : -1;
  }
  return a.length - b.length;
}

/** Null comes last in both directions. */
export function compareValues(
  a: number | string | null,
  b: number | string | null,
  direction: 'asc' | 'desc',
): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const difference =
    typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
  return direction === 'asc' ? difference : -difference;
}
