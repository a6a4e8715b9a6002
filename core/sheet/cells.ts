import { readAmount } from '../base/amount.ts';
import type { Fault, FaultValues } from '../base/errors.ts';
import type { Column } from './column.ts';

/** A spreadsheet's cell: its value, and the text a person sees. A CSV has only the text. */
export interface Cell {
  readonly value: unknown;
  readonly shown: string;
}

export const textCell = (text: string): Cell => ({ value: text, shown: text });

export type Content =
  | { readonly state: 'empty' }
  | { readonly state: 'filled'; readonly value: string | number | true | readonly string[] }
  | ({ readonly state: 'faulty' } & Told);

/** What is wrong, without a place. */
export type Told = Pick<Fault, 'code' | 'message' | 'hint' | 'values'>;

const EMPTY: Content = { state: 'empty' };
const filled = (value: string | number | true | readonly string[]): Content => ({
  state: 'filled',
  value,
});
const faulty = (code: string, message: string, values: FaultValues = {}): Content => ({
  state: 'faulty',
  code,
  message,
  values,
});

export function readCell(column: Column, cell: Cell): Content {
  const { value, shown } = cell;
  if (isBlank(value)) return EMPTY;
  const error = formulaError(shown);
  if (error !== undefined)
    return faulty(
      'formula_error',
      `The formula in this cell ends in ${error}. Fix the formula or type the value.`,
      { error },
    );
  switch (column.holds) {
    case 'text':
      return filled(typeof value === 'string' ? value : shown);
    case 'id':
      return readId(cell);
    case 'ids':
      return readIds(cell);
    case 'flag':
      return readFlag(cell);
    case 'choice':
      return readChoice(column, shown);
    case 'number':
      return readNumber(cell);
    case 'names':
      return filled(splitAtCommas(shown));
  }
}

export const isBlank = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '');

/**
 * What a broken formula shows in English, German and Spanish, and what a running one shows in
 * English and Spanish.
 */
const FORMULA_ERRORS = [
  '#REF! #N/A #VALUE! #NAME? #DIV/0! #NUM! #NULL! #ERROR! #SPILL! #CALC! Loading...',
  '#BEZUG! #NV #WERT! #ZAHL! #FEHLER!',
  '#¡REF! #N/D #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NUM! #¡NULO! #¡ERROR! Cargando...',
].flatMap((line) => line.split(' '));

/** `#REF!`, `#NV`, `Loading…`. */
export function formulaError(shown: string): string | undefined {
  const text = shown.trim().replace('…', '...');
  return FORMULA_ERRORS.includes(text) || text === 'Wird geladen...' ? text : undefined;
}

const ROUNDED =
  'The spreadsheet has rounded this id: it keeps 15 digits of a number. Format the cell as plain text (Format > Number > Plain text) and paste the id again.';

/** The largest number whose digits a spreadsheet keeps. */
const EXACT = 1e15;

export function readId({ value, shown }: Cell): Content {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < EXACT
      ? filled(String(value))
      : faulty('rounded_id', ROUNDED);
  if (typeof value !== 'string')
    return faulty(
      'not_an_id',
      `This cell should hold an id, not ${shown}. Format it as plain text and paste the id again.`,
      {
        shown,
      },
    );
  const id = idIn(value);
  return looksRounded(id) ? faulty('rounded_id', ROUNDED) : filled(id);
}

/** `120210000000000000` that went through a number format: `1.2021E+17`. */
const looksRounded = (id: string): boolean => /^\d([.,]\d+)?E\+?\d+$/i.test(id);

/** Characters without a width, which come along when an id is copied from a page. */
const UNSEEN = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;

/** The id in `Summer sale (123)`, or the text itself. */
export function idIn(text: string): string {
  const trimmed = text.replace(UNSEEN, '').trim();
  return /\(([^()\s]+)\)$/.exec(trimmed)?.[1] ?? trimmed;
}

/** As dropdowns show a named object, so that `idIn` finds its id. */
export const labelled = (name: string, id: string): string =>
  name.trim() === '' ? id : `${name.trim()} (${id})`;

/**
 * Ids between commas, semicolons or line breaks. A name may hold commas: where ids stand in
 * brackets, pieces are joined until they end in one, unless they can only be ids.
 */
function readIds({ value, shown }: Cell): Content {
  if (typeof value === 'number') return withList(readId({ value, shown }));
  const ids: string[] = [];
  for (const line of shown.split(/[\n;]/)) {
    // In many languages of a spreadsheet the number has a comma.
    if (looksRounded(line.trim())) return faulty('rounded_id', ROUNDED);
    const named = /\([^()\s]+\)\s*(,|$)/.test(line);
    let open = '';
    for (const piece of line.split(',')) {
      open = open === '' ? piece : `${open},${piece}`;
      if (
        !named ||
        /\([^()\s]+\)\s*$/.test(open) ||
        /^\s*(\d{5,}|[0-9a-f-]{36}|urn:\S+)\s*$/.test(open)
      ) {
        ids.push(idIn(open));
        open = '';
      }
    }
    ids.push(open.trim());
  }
  const given = ids.filter((id) => id !== '');
  if (given.some(looksRounded)) return faulty('rounded_id', ROUNDED);
  return given.length === 0 ? EMPTY : filled(given);
}

const withList = (content: Content): Content =>
  content.state === 'filled' ? filled([String(content.value)]) : content;

/** Only a tick is sent. */
function readFlag({ value, shown }: Cell): Content {
  if (value === true) return filled(true);
  if (value === false) return EMPTY;
  const word = shown.trim().toLowerCase();
  if (
    ['true', 'yes', 'y', 'x', '1', '✓', '✔', 'ja', 'wahr', 'sí', 'si', 'verdadero'].includes(word)
  )
    return filled(true);
  if (['false', 'no', 'n', '0', '-', 'nein', 'falsch', 'falso'].includes(word)) return EMPTY;
  return faulty(
    'not_a_flag',
    `This cell should be ticked or empty, or say yes or no; it says ${short(shown)}.`,
    {
      text: cut(shown),
    },
  );
}

function readChoice({ choices = {}, header }: Column, shown: string): Content {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  // Sheets of before say `Label (name)` for a name.
  const wanted = [shown, ...shown.split(/[()]/)].map(plain);
  for (const [word, sent] of Object.entries(choices))
    if (wanted.includes(plain(word)) || wanted.includes(plain(sent))) return filled(sent);
  return faulty(
    'not_a_choice',
    `${header.replace(' #', '')} cannot be ${short(shown)}. Choose ${Object.keys(choices).join(', ')}.`,
    { text: cut(shown), choices: Object.keys(choices).join(', ') },
  );
}

function readNumber({ value, shown }: Cell): Content {
  if (typeof value === 'number') return filled(value);
  const read = readAmount(shown);
  if ('amount' in read) return filled(Number(read.amount));
  const message =
    read.code === 'not_a_number'
      ? `This cell should hold a number; it says ${short(shown)}.`
      : read.message;
  return faulty(read.code, message, { text: cut(shown) });
}

const splitAtCommas = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const cut = (text: string): string => text.trim().slice(0, 40);
const short = (text: string): string => `“${cut(text)}”`;
