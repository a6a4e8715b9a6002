import { readAmount } from '../../../base/amount.ts';
import { CellFault } from './words.ts';

type Token =
  | { readonly is: 'word'; readonly text: string }
  | { readonly is: 'number'; readonly text: string; readonly value: number }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'sign'; readonly text: string };

const SIGNS = [
  '>=',
  '<=',
  '!=',
  '≥',
  '≤',
  '≠',
  '>',
  '<',
  '=',
  '(',
  ')',
  '*',
  '×',
  '/',
  '+',
  '-',
  '−',
  ',',
  ';',
  '%',
  ':',
];
const PLAIN: { readonly [sign: string]: string } = {
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '×': '*',
  '−': '-',
};
const QUOTES: { readonly [open: string]: string } = { '"': '"', '“': '”', '„': '“', '«': '»' };

const isDigit = (each: string | undefined): boolean =>
  each !== undefined && each >= '0' && each <= '9';
const isSpace = (each: string): boolean => each.trim() === '';
const isWord = (each: string | undefined): boolean =>
  each !== undefined && !isSpace(each) && !SIGNS.includes(each) && QUOTES[each] === undefined;

/** Throws a `CellFault` for a quotation mark that is not closed. */
function tokensOf(cell: string): readonly Token[] {
  const found: Token[] = [];
  for (let at = 0; at < cell.length; ) {
    const each = cell[at] ?? '';
    const close = QUOTES[each];
    if (isSpace(each)) at += 1;
    else if (close !== undefined) {
      const end = cell.indexOf(close, at + 1);
      if (end < 0)
        throw new CellFault(
          `The quotation mark before ${cell.slice(at + 1, at + 20)} is not closed.`,
        );
      found.push({ is: 'text', text: cell.slice(at + 1, end) });
      at = end + 1;
    } else if (isDigit(each)) {
      const text = numberAt(cell, at);
      const read = readAmount(text);
      if (!('amount' in read)) throw new CellFault(read.message);
      found.push({ is: 'number', text, value: Number(read.amount) });
      at += text.length;
    } else {
      const sign = SIGNS.find((wanted) => cell.startsWith(wanted, at));
      const text = sign ?? wordAt(cell, at);
      found.push(
        sign === undefined ? { is: 'word', text } : { is: 'sign', text: PLAIN[sign] ?? sign },
      );
      at += text.length;
    }
  }
  return found;
}

/** Digits, and the signs between them. */
function numberAt(cell: string, at: number): string {
  let end = at + 1;
  while (isDigit(cell[end]) || ((cell[end] === '.' || cell[end] === ',') && isDigit(cell[end + 1])))
    end += 1;
  return cell.slice(at, end);
}

function wordAt(cell: string, at: number): string {
  let end = at + 1;
  while (isWord(cell[end])) end += 1;
  return cell.slice(at, end);
}

export interface Reader {
  peek(ahead?: number): Token | undefined;
  take(): Token | undefined;
  /** Takes these words or signs if they come next, in any case. */
  takes(...texts: readonly string[]): boolean;
  /** Up to the first token that is no word. */
  words(): readonly string[];
  skip(count: number): void;
  rest(): string;
  isAtEnd(): boolean;
}

export function createReader(cell: string): Reader {
  const tokens = tokensOf(cell);
  let at = 0;
  const isNext = (texts: readonly string[]): boolean =>
    texts.every((text, i) => {
      const token = tokens[at + i];
      return token !== undefined && token.is !== 'text' && token.text.toLowerCase() === text;
    });
  return {
    peek: (ahead = 0) => tokens[at + ahead],
    take() {
      at += 1;
      return tokens[at - 1];
    },
    takes(...texts) {
      if (!isNext(texts)) return false;
      at += texts.length;
      return true;
    },
    words() {
      const found: string[] = [];
      for (let i = at; tokens[i]?.is === 'word'; i++) found.push(tokens[i]?.text ?? '');
      return found;
    },
    skip(count) {
      at += count;
    },
    rest: () =>
      tokens
        .slice(at)
        .map(({ text }) => text)
        .join(' '),
    isAtEnd: () => at >= tokens.length,
  };
}
