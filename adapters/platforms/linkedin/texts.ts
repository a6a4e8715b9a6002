/**
 * The text of a post is written in the platform's `little` format: these characters mean something there, and one that
 * stands for itself has a backslash in front. A hash before a word stays as it is: it makes a hashtag.
 */
const reserved = /[\\|{}@[\]()<>*_~]|#(?![\p{L}\p{N}])/gu;

export const littleText = (text: string): string => text.replace(reserved, '\\$&');

/** The text as people read it. Mentions and hashtags in their long forms become their words. */
export function plainText(little: string): string {
  return little
    .replace(/\{hashtag\|\\?([#＃])\|([^}|]*)\}/gu, '$1$2')
    .replace(/@\[([^[\]]*)\]\s?\([^()]*\)/g, '@$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1');
}
