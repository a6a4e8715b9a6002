export interface FilterConditions {
  readonly words?: readonly string[] | undefined;
  readonly links?: boolean | undefined;
  readonly scripts?: readonly ScriptName[] | undefined;
  readonly firstTime?: boolean | undefined;
  readonly when: 'any' | 'all';
}

export interface JudgedComment {
  readonly text: string;
  readonly isFirst: boolean;
}

const scripts = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  thai: /\p{Script=Thai}/u,
  han: /\p{Script=Han}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
} as const;

export type ScriptName = keyof typeof scripts;

export const scriptNames = Object.keys(scripts) as readonly ScriptName[];

/** Why a filter matches, in words that complete "hidden for …". */
export function reasonFor(
  conditions: FilterConditions,
  comment: JudgedComment,
): string | undefined {
  const asked: (string | undefined)[] = [];
  const { words = [], links, scripts: wanted = [], firstTime } = conditions;
  if (words.length > 0) asked.push(wordIn(words, comment.text));
  if (links) asked.push(hasLink(comment.text) ? 'a link' : undefined);
  if (wanted.length > 0) asked.push(scriptOf(wanted, comment.text));
  if (firstTime) asked.push(comment.isFirst ? 'a first comment of its author' : undefined);
  const reasons = asked.filter((reason) => reason !== undefined);
  const isMatch = conditions.when === 'all' ? reasons.length === asked.length : reasons.length > 0;
  return isMatch && reasons.length > 0 ? reasons.join(' and ') : undefined;
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Scripts without blanks between words. */
const isUnspaced = (character: string | undefined): boolean =>
  character !== undefined &&
  [scripts.han, scripts.kana, scripts.thai].some((script) => script.test(character));

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function wordIn(words: readonly string[], text: string): string | undefined {
  const said = folded(text);
  const found = words.find((word) => holdsWord(said, folded(word.trim())));
  return found === undefined ? undefined : `the word "${found.trim()}"`;
}

/** Whole words only: "ass" is not in "class". */
function holdsWord(said: string, word: string): boolean {
  if (word === '') return false;
  for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + 1)) {
    const opens =
      !isWordCharacter(said[at - 1]) || !isWordCharacter(word[0]) || isUnspaced(word[0]);
    const closes =
      !isWordCharacter(said[at + word.length]) ||
      !isWordCharacter(word[word.length - 1]) ||
      isUnspaced(word[word.length - 1]);
    if (opens && closes) return true;
  }
  return false;
}

const endings =
  'com net org io co info biz shop store xyz me ly link click top site online de fr uk ru cn eu us tv gg app dev live club vip cc'.split(
    ' ',
  );

/** With its scheme, with www, or as a domain. */
function hasLink(text: string): boolean {
  return folded(text)
    .split(/\s/)
    .some((piece) => {
      if (piece.includes('http://') || piece.includes('https://') || piece.includes('www.'))
        return true;
      const host = piece.split(/[/?#:,!)]/)[0] ?? '';
      const parts = host.split('.').filter((part) => part !== '');
      return (
        parts.length > 1 &&
        endings.includes(parts[parts.length - 1] ?? '') &&
        /^[a-z0-9-]/.test(host)
      );
    });
}

function scriptOf(wanted: readonly ScriptName[], text: string): string | undefined {
  const letters = [...text].filter((character) => /\p{L}/u.test(character));
  const found = wanted.find(
    (name) => letters.filter((letter) => scripts[name].test(letter)).length * 2 > letters.length,
  );
  return found === undefined ? undefined : `${found} letters`;
}

/** Platforms trim blanks. */
export const isSameText = (one: string, other: string): boolean =>
  plainText(one) === plainText(other);

export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\s/)
    .filter((piece) => piece !== '')
    .join(' ');
