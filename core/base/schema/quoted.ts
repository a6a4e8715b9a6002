/** Control characters, line breaks, marks that turn the direction of a line, and what is not visible. */
const UNSEEN = /[\p{C}\p{Z}\p{DI}]+/gu;

/** Whatever could be taken for the end of a quotation. */
const QUOTES = /["'`´«»‹›“”„‟‘’‚‛″‴〃「」『』〝〞〟＂❝❞❮❯]/g;

/**
 * A text that others may have written, for a sentence of ours: in quotation marks that it cannot close, on one line, of
 * at most this length.
 */
export function quoted(text: string, most = 80): string {
  const plain = text.replace(UNSEEN, ' ').replace(QUOTES, '’').trim();
  const letters = [...plain];
  return `“${letters.length <= most ? plain : `${letters.slice(0, most - 1).join('')}…`}”`;
}
