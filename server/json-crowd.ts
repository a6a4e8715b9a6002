const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = [code('"'), code('\\'), code(','), code(':'), code('['), code('{')];
const [LIST_END, OBJECT_END, BLANK] = [code(']'), code('}'), code(' ')];

/**
 * How many items and fields a text of JSON holds in all, and how many of them are fields, without reading it:
 * making a hundred thousand objects takes many times as long as finding out that they are too many.
 */
export function crowdIn(bytes: Uint8Array): { readonly values: number; readonly fields: number } {
  let [values, fields, inText, begun] = [0, 0, false, false];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) inText = false;
      continue;
    }
    if (byte <= BLANK) continue;
    // What is opened holds one more than it has commas, unless it is closed at once.
    if (begun && byte !== LIST_END && byte !== OBJECT_END) values += 1;
    begun = byte === LIST || byte === OBJECT;
    if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) fields += 1;
  }
  return { values, fields };
}
