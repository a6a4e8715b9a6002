/**
 * The platform's `little` format: a backslash makes these characters stand for themselves. A hash before a word stays: it makes a
 * hashtag.
 */
const reserved = /[\\|{}@[\]()<>*_~]|#(?![\p{L}\p{N}])/gu;

export const littleText = (text: string): string => text.replace(reserved, '\\$&');

/** Long mentions and hashtags become their words. */
export function plainText(little: string): string {
  return little
    .replace(/\{hashtag\|\\?([#＃])\|([^}|]*)\}/gu, '$1$2')
    .replace(/@\[([^[\]]*)\]\s?\([^()]*\)/g, '@$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1');
}
