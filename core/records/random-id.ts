import type { Secrets } from '../ports/secrets.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Not guessable: the prefix, `_` and 22 letters and digits (131 bits). */
export const randomId = (secrets: Secrets, prefix: string): string =>
  `${prefix}_${randomText(secrets, 22)}`;

export function randomText(secrets: Secrets, length: number): string {
  let text = '';
  while (text.length < length)
    // 248 is the largest multiple of 62 in a byte: higher values would favour the first letters.
    for (const byte of secrets.random(length))
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
  return text;
}
