import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { gallery } from '../../core/sheet/report-gallery.ts';
import * as en from '../../sheets-addon/texts/en.ts';
import {
  coreTexts,
  languages,
  scriptTexts,
  sidebarTexts,
  standaloneTexts,
} from '../../sheets-addon/texts/languages.ts';

/** What the add-on says to people is in sheets-addon/texts, in every language, and nowhere else. */

const root = join(import.meta.dirname, '../..');
const sources = globSync('sheets-addon/**/*.ts', { cwd: root }).filter(
  (file) => !/^sheets-addon\/(fakes|playground|probe|texts)\/|\.d\.ts$/.test(file),
);

const german = coreTexts.de as NonNullable<typeof coreTexts.de>;
const spanish = coreTexts.es as NonNullable<typeof coreTexts.es>;

const others = ({
  en: _,
  ...rest
}: typeof scriptTexts | typeof sidebarTexts | typeof standaloneTexts): {
  readonly [language: string]: Texts;
} => rest;

type Texts = { readonly [key: string]: string };
const sections: readonly (readonly [
  name: string,
  english: Texts,
  others: { readonly [language: string]: Texts },
])[] = [
  ['script', en.script, others(scriptTexts)],
  ['sidebar', en.sidebar, others(sidebarTexts)],
  ['script without a server', en.standalone, others(standaloneTexts)],
];

const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\w+\}/g)].map(([found]) => found))].sort();

test('what core says in English is there in the other languages, with the same placeholders', () => {
  const flat = (texts: object): Texts =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]): (readonly [string, string])[] =>
        typeof text === 'string'
          ? [[key, text]]
          : Object.entries(flat(text)).map(([inner, said]) => [`${key}.${inner}`, said]),
      ),
    );
  const [deFlat, esFlat] = [flat(german), flat(spanish)];
  expect(Object.keys(esFlat)).toEqual(Object.keys(deFlat));
  for (const [key, text] of Object.entries(deFlat))
    expect(placeholdersOf(esFlat[key] ?? ''), key).toEqual(placeholdersOf(text));
  const keys = (list: object) => Object.keys(list).sort();
  const ready = gallery.map(({ key }) => key).sort();
  expect([keys(german.gallery), keys(german.reports)]).toEqual([ready, ready]);
});

test('a fault that languages have words for is one that the checks find', () => {
  const files = globSync(['core/**/*.ts', 'adapters/platforms/**/*.ts'], { cwd: root });
  const checks = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(Object.keys(german.faults).filter((code) => !checks.includes(`'${code}'`))).toEqual([]);
});

describe.each(sections)('texts of the %s', (_, english, translated) => {
  test('are there in every language, with the same placeholders', () => {
    expect(['en', ...Object.keys(translated)].sort()).toEqual(Object.keys(languages).sort());
    for (const [language, texts] of Object.entries(translated)) {
      expect(Object.keys(texts), language).toEqual(Object.keys(english));
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), `${language} ${key}`).not.toBe('');
        expect(placeholdersOf(text), `${language} ${key}`).toEqual(
          placeholdersOf(english[key] ?? ''),
        );
        // What is added after another sentence begins with its space, and what is followed by one
        // ends with it.
        expect([text.startsWith(' '), text.endsWith(' ')], `${language} ${key}`).toEqual([
          english[key]?.startsWith(' '),
          english[key]?.endsWith(' '),
        ]);
      }
      // A sentence that says the same in both was not translated.
      const same = Object.entries(texts).filter(
        ([key, text]) => text === english[key] && text.replace(/\{\w+\}/g, '').length > 25,
      );
      expect(same, language).toEqual([]);
    }
  });

  test('that depend on a number are there for one and for many', () => {
    const counted = Object.keys(english).filter((key) => key.includes('.'));
    for (const key of counted) {
      expect(key).toMatch(/^\w+\.(one|many)$/);
      expect(english).toHaveProperty([key.replace(/\.\w+$/, '.one')]);
      expect(english).toHaveProperty([key.replace(/\.\w+$/, '.many')]);
    }
  });

  test('are all said somewhere', () => {
    const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const names = [...new Set(Object.keys(english).map((key) => key.replace(/\.(one|many)$/, '')))];
    expect(
      names.filter((name) => !code.includes(`'${name}'`) && !code.includes(`.${name};`)),
    ).toEqual([]);
  });
});

/**
 * Words that nobody reads as a text: names of sheets, columns, classes and states, formats and
 * requests.
 */
const NAMES = new Set([
  'Slipway',
  'Slipway: ',
  'Slipway lists',
  'Preview',
  'Needs fixing',
  'not ready',
  'Problem',
  'Bearer {}',
  'General',
  'notice mild',
  'row links',
  'actions sticky',
  'card tour',
  'chip {}',
  'ak_…',
  'yyyy-mm-dd hh:mm:ss',
  '[object Date]',
  "name contains '{}'",
  "(mimeType contains 'image/' or mimeType contains 'video/')",
  'orderBy=modifiedTime desc&pageSize=50&fields=files(id,name,mimeType)',
  // What is never called, or stands in the file in place of something.
  'This platform asks for no such sum.',
  'Jobs are carried out by executions, one at a time.',
  'kept by each user',
  'slipway store',
  '{} ended',
  'Queued',
  'Processing',
]);

const isWords = (text: string): boolean =>
  /\p{L}[,.:;]? [\p{L}{]/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);

interface SyntaxNode {
  readonly type?: string;
  readonly value?: unknown;
  readonly source?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly SyntaxNode[];
}

/** Where the sidebar shows what it is given: any letters there are a text. */
const SHOWN_FROM: { readonly [name: string]: number } = { button: 0, field: 0, el: 2 };

function textsIn(node: unknown, found: string[]): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, source, quasis, callee, arguments: args } = node as SyntaxNode;
  if (type?.startsWith('Import') || (type?.startsWith('Export') && source)) return;
  const text =
    type === 'Literal' && typeof value === 'string'
      ? value
      : type === 'TemplateLiteral'
        ? quasis?.map(({ value: { cooked } }) => cooked).join('{}')
        : undefined;
  if (text !== undefined && isWords(text)) found.push(text);
  const from = type === 'CallExpression' ? SHOWN_FROM[callee?.name ?? ''] : undefined;
  const shown =
    from === undefined
      ? []
      : ((callee?.name === 'el' ? args?.slice(from) : args?.slice(from, from + 1)) ?? []);
  for (const each of shown)
    if (typeof each.value === 'string' && /\p{L}/u.test(each.value)) found.push(each.value);
  for (const part of Object.values(node)) {
    if (Array.isArray(part)) for (const each of part) textsIn(each, found);
    else textsIn(part, found);
  }
}

test('no text stands in the sources of the add-on', () => {
  expect(sources.length).toBeGreaterThan(60);
  const found = sources.flatMap((file) => {
    const { code } = transformSync(readFileSync(join(root, file), 'utf8'), { loader: 'ts' });
    const texts: string[] = [];
    textsIn(parse(code, { ecmaVersion: 2022, sourceType: 'module' }), texts);
    return texts.filter((text) => !NAMES.has(text)).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});
