/** Texts and files as the signed bytes that Apps Script has. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64Of(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i] ?? 0, bytes[i + 1] ?? 0, bytes[i + 2] ?? 0].map(
      (byte) => byte & 0xff,
    ) as [number, number, number];
    text += [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
      .map((six) => DIGITS[six])
      .join('');
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - missing) + '='.repeat(missing);
}

export function bytesOf(base64: string): number[] {
  const bytes: number[] = [];
  const digits = base64.replace(/=/g, '');
  for (let i = 0; i < digits.length; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [...digits.slice(i, i + 4)].map((digit) =>
      DIGITS.indexOf(digit),
    );
    bytes.push(
      ...[(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d].slice(
        0,
        Math.min(3, digits.length - i - 1),
      ),
    );
  }
  return bytes.map((byte) => (byte << 24) >> 24);
}

/** Signed bytes, as Apps Script has them. */
export const utf8 = (text: string): number[] =>
  unescape(
    encodeURIComponent(
      text.replace(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        '\ufffd',
      ),
    ),
  )
    .split('')
    .map((character) => (character.charCodeAt(0) << 24) >> 24);

export const FORM = 'application/x-www-form-urlencoded';

export const formOf = (fields: readonly (readonly [name: string, value: unknown])[]): string =>
  fields.map((pair) => pair.map((text) => encodeURIComponent(String(text))).join('=')).join('&');
