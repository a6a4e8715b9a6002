/** A recorded draw: of which stream, and what came. */
export type Choice = readonly [stream: string, value: number];

/**
 * The one source of chance of a story, split into streams by name, so that one more draw here does
 * not change all that come there. 0 is always the dullest: no fault, the first, the smallest.
 */
export interface Choices {
  /** A whole number below `of`. */
  int(stream: string, of: number): number;
  /** True once in `of` draws or so; never where `of` is 0. */
  oneIn(stream: string, of: number): boolean;
  pick<T>(stream: string, from: readonly T[]): T;
  /** Up to `ms`, small ones far likelier. */
  span(stream: string, ms: number): number;
  readonly made: readonly Choice[];
}

const hashOf = (text: string, before = 0x811c9dc5): number => {
  let hash = before;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** sfc32, seeded from a hash. */
function generator(hash: number): () => number {
  let [a, b, c, d] = [hash, hashOf(' b', hash), hashOf(' c', hash), 1];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** @param dull a stream that is to give nothing but the dullest */
export const choicesOf = (seed: string, dull?: string): Choices => {
  const streams = new Map<string, () => number>();
  const hash = hashOf(`${seed} `);
  return from((stream) => {
    if (stream === dull) return 0;
    let next = streams.get(stream);
    if (next === undefined) {
      next = generator(hashOf(stream, hash));
      streams.set(stream, next);
    }
    return next();
  });
};

/** The same choices again, stream by stream; where a stream has no more, the dullest. */
export const choicesAgain = (choices: readonly Choice[]): Choices => {
  const streams = new Map<string, number[]>();
  for (const [stream, value] of choices) {
    const own = streams.get(stream);
    if (own === undefined) streams.set(stream, [value]);
    else own.push(value);
  }
  const positions = new Map<string, number>();
  return from((stream) => {
    const at = positions.get(stream) ?? 0;
    positions.set(stream, at + 1);
    return streams.get(stream)?.[at] ?? 0;
  });
};

function from(draw: (stream: string) => number): Choices {
  const made: Choice[] = [];
  const int = (stream: string, of: number): number => {
    const value = of <= 1 ? 0 : draw(stream) % of;
    if (of > 1) made.push([stream, value]);
    return value;
  };
  return {
    made,
    int,
    // The last number means yes, so that 0 means no.
    oneIn: (stream, of) => of > 0 && int(stream, Math.max(2, of)) === Math.max(2, of) - 1,
    pick: (stream, list) => {
      const chosen = list[int(stream, list.length)];
      if (chosen === undefined) throw new Error(`Nothing to choose from: ${stream}.`);
      return chosen;
    },
    span(stream, ms) {
      const size = int(stream, 16);
      return size < 12 ? int(stream, 1 + Math.ceil(ms / 16)) : int(stream, 1 + ms);
    },
  };
}
