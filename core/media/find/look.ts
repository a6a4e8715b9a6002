/**
 * How a picture looks, as 64 bits: whether each point is brighter than its neighbour (a difference
 * hash).
 */

/** Rows of grey, one point more than a row has bits. */
export const LOOK_WIDTH = 9;
export const LOOK_HEIGHT = 8;

/**
 * Pictures that differ in more bits are not similar. Fewer than bands, so that one band is always
 * equal.
 */
export const MOST_DIFFERENT = 7;
const BANDS = 8;

/** Plain areas have no look: all pictures of one colour would be alike. */
const LEAST_TELLING = 6;

/**
 * As 16 hexadecimal digits, or undefined where the picture is too plain to be told from others.
 *
 * @param grey brightness row by row, 0 to 255
 */
export function lookOf(grey: ArrayLike<number>): string | undefined {
  let digits = '';
  let set = 0;
  for (let row = 0; row < LOOK_HEIGHT; row++) {
    let byte = 0;
    for (let column = 0; column < LOOK_WIDTH - 1; column++) {
      const at = row * LOOK_WIDTH + column;
      const isBrighter = (grey[at] ?? 0) > (grey[at + 1] ?? 0);
      byte = byte * 2 + (isBrighter ? 1 : 0);
      if (isBrighter) set += 1;
    }
    digits += byte.toString(16).padStart(2, '0');
  }
  return set < LEAST_TELLING || set > 64 - LEAST_TELLING ? undefined : digits;
}

export function lookDistance(a: string, b: string): number {
  let distance = 0;
  for (let at = 0; at < a.length; at++)
    for (
      let bits = Number.parseInt(a.charAt(at), 16) ^ Number.parseInt(b.charAt(at), 16);
      bits > 0;
      bits >>= 1
    )
      distance += bits & 1;
  return distance;
}

/**
 * The bytes of a look with their places: looks that differ in at most seven bits share one of the
 * eight.
 */
export const lookBands = (look: string): readonly string[] =>
  Array.from({ length: BANDS }, (_, band) => `${band}:${look.slice(band * 2, band * 2 + 2)}`);
