/** Control characters, line breaks, direction marks and invisible characters. */
const UNSEEN = /[\p{C}\p{Z}\p{DI}]+/gu;

/** Everything that could end a quotation. */
const QUOTES = /["'`´«»‹›“”„‟‘’‚‛″‴〃「」『』〝〞〟＂❝❞❮❯]/g;

/**
 * A foreign text for a sentence of ours: in quotation marks that it cannot close, on one line, of
 * at most this length.
 */
export function quoted(text: string, most = 80): string {
  const plain = text.replace(UNSEEN, ' ').replace(QUOTES, '’').trim();
  const letters = [...plain];
  return `“${letters.length <= most ? plain : `${letters.slice(0, most - 1).join('')}…`}”`;
}
