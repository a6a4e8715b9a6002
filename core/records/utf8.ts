/** For where TextEncoder may be missing. A lone surrogate becomes U+FFFD. */
export function utf8Of(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes[length++] = code;
    else {
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      bytes[length++] = (LEAD[more] ?? 0) | (code >> (6 * more));
      for (let rest = more - 1; rest >= 0; rest--)
        bytes[length++] = 0x80 | ((code >> (6 * rest)) & 0x3f);
    }
  }
  return bytes.subarray(0, length);
}

const LEAD: readonly number[] = [0, 0xc0, 0xe0, 0xf0];
