import * as v from 'valibot';

/** One line, without control characters. Blanks around it do not count. */
function isPlainName(text: string): boolean {
  const name = text.trim();
  for (let i = 0; i < name.length; i++) if (isControl(name.charCodeAt(i))) return false;
  return true;
}

const isControl = (code: number): boolean =>
  code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;

/** For lists and terminals: control characters become blanks. */
export const plainText = (text: string): string =>
  [...text].map((character) => (isControl(character.charCodeAt(0)) ? ' ' : character)).join('');

/** With a code of its own. */
export const plainName = {
  ...v.check(
    isPlainName,
    'A name is one line: take out line breaks, tabs and other control characters.',
  ),
  type: 'control_characters',
} as unknown as v.CheckAction<string, string>;
