/**
 * An identifier in the spelling that platforms hash; undefined where nothing is left. A hash (64
 * hex digits) is passed on in small letters.
 */
export type Normalise = (text: string) => string | undefined;

export const isHashed = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

export const email: Normalise = (text) => filled(text.trim().toLowerCase());

const DOTLESS = ['gmail.com', 'googlemail.com'];

/** In mailboxes of these domains dots, and everything after a plus, mean nothing. */
export const emailWithoutDots: Normalise = (text) => {
  const [local = '', domain, ...more] = text.trim().toLowerCase().split('@');
  if (domain === undefined || more.length > 0 || !DOTLESS.includes(domain)) return email(text);
  return `${local.split('+')[0]?.split('.').join('') ?? ''}@${domain}`;
};

/** Digits with country code, without leading zeros; undefined unless 7 to 16. */
export const phoneDigits: Normalise = (text) => {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 7 && digits.length <= 16 ? digits : undefined;
};

export const phoneE164: Normalise = (text) => {
  const digits = phoneDigits(text);
  return digits === undefined ? undefined : `+${digits}`;
};

export const name: Normalise = (text) => filled(text.trim().toLowerCase());

export const plainName: Normalise = (text) =>
  filled(
    text
      .trim()
      .toLowerCase()
      .replace(/[.,'"’\-_!?;:()]/g, ''),
  );

/** Cities and regions: without digits, blanks, dots, dashes and brackets. */
export const place: Normalise = (text) => filled(text.toLowerCase().replace(/[0-9\s.\-()]/g, ''));

/** The part before a dash, without blanks. */
export const postalCode: Normalise = (text) =>
  filled(text.toLowerCase().replace(/\s/g, '').split('-')[0] ?? '');

/** ISO 3166 alpha-2 in small letters. */
export const country: Normalise = (text) =>
  /^[a-z]{2}$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;

export const trimmed: Normalise = (text) => filled(text.trim());

export async function hashedBy(
  hash: (text: string) => Promise<string>,
  normalise: Normalise,
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  if (isHashed(text)) return text.trim().toLowerCase();
  const normal = normalise(text);
  return normal === undefined ? undefined : hash(normal);
}
