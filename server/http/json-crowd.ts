import { type Crowd, MAX_DEPTH } from '../../core/base/schema/bounds.ts';

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = [
  code('"'),
  code('\\'),
  code(','),
  code(':'),
  code('['),
  code('{'),
];
const [LIST_END, OBJECT_END, BLANK] = [code(']'), code('}'), code(' ')];

/**
 * Counts what a text of JSON holds without reading it: making a hundred thousand objects takes many
 * times as long as finding out that they are too many. It stops where the text is nested too
 * deeply. Of a text that is no JSON it says something or other.
 */
export function crowdIn(bytes: Uint8Array): Crowd {
  // What each list and object around the present place holds so far, and which of them are lists.
  const held = new Uint32Array(MAX_DEPTH + 2);
  const lists = new Uint8Array(MAX_DEPTH + 2);
  let [values, fields, strings, longestList, largestObject, depth, deepest] = [0, 0, 0, 0, 0, 0, 0];
  let begun = false;
  for (let i = 0; i < bytes.length && deepest <= MAX_DEPTH; i++) {
    const byte = bytes[i] ?? 0;
    if (byte <= BLANK) continue;
    const isEnd = byte === LIST_END || byte === OBJECT_END;
    // What is opened holds one more than it has commas, unless it is closed at once.
    if (byte === COMMA || (begun && !isEnd)) {
      held[depth] = (held[depth] ?? 0) + 1;
      values += 1;
    }
    begun = byte === LIST || byte === OBJECT;
    if (byte === QUOTE) {
      strings += 1;
      i = endOfText(bytes, i + 1);
    } else if (byte === COLON) fields += 1;
    else if (begun) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      held[depth] = 0;
      lists[depth] = byte === LIST ? 1 : 0;
    } else if (isEnd && depth > 0) {
      if (lists[depth] === 1) longestList = Math.max(longestList, held[depth] ?? 0);
      else largestObject = Math.max(largestObject, held[depth] ?? 0);
      depth -= 1;
    }
  }
  return { values, fields, texts: strings - fields, longestList, largestObject, depth: deepest };
}

function endOfText(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}
