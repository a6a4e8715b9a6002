import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/**
 * An expression that takes the square of a text's length, or worse, is a way to stop the process
 * with one request. Every expression of the sources is analysed, whoever's text it is meant for:
 * texts find their way.
 */
const root = join(import.meta.dirname, '../..');
const folders = ['core', 'adapters', 'server', 'sheets-addon'];

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** Made at run time, each with what it can become. A new one must say here what that is. */
const madeAtRunTime: { readonly [file: string]: readonly string[] } = {
  'sheets-addon/fakes/formulas.ts': [
    'SUM\\((R(?:\\[-?\\d+\\]|\\d+)?C(?:\\[-?\\d+\\]|\\d+)?):(R(?:\\[-?\\d+\\]|\\d+)?C(?:\\[-?\\d+\\]|\\d+)?)\\)',
    'R(?:\\[-?\\d+\\]|\\d+)?C(?:\\[-?\\d+\\]|\\d+)?',
  ],
};

const literals: Expression[] = [];
const constructed = new Set<string>();

/** Looks at every node of a syntax tree. */
function look(node: unknown, file: string): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, regex, callee } = node as {
    readonly type?: string;
    readonly regex?: { readonly pattern: string; readonly flags: string };
    readonly callee?: { readonly name?: string };
  };
  if (type === 'Literal' && regex !== undefined)
    literals.push({ source: regex.pattern, flags: regex.flags, file });
  if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
    constructed.add(file);
  for (const member of Object.values(node)) look(member, file);
}

for (const folder of folders)
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const file = `${folder}/${name}`;
    const { code } = transformSync(readFileSync(join(root, file), 'utf8'), {
      loader: name.endsWith('x') ? 'tsx' : 'ts',
      jsx: 'automatic',
    });
    look(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), file);
  }

/**
 * Without repetition that has no end, the length of a text does not matter; such an expression
 * needs no analysis.
 */
const isBounded = (source: string): boolean =>
  !/[*+]|\{\d+,\}|\)\{/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

interface Verdict {
  readonly status: string;
  /**
   * `automaton` proves; `fuzz` guesses from counted steps, and takes some linear expressions for
   * others.
   */
  readonly checker?: string;
  readonly complexity?: { readonly summary: string };
}
let verdictOf: (source: string, flags: string) => Verdict;

beforeAll(async () => {
  // The analyser in JavaScript: the same everywhere, and without a process of its own.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  verdictOf = (source, flags) => checkSync(source, flags, { timeout: 300_000 });
});

/**
 * Guessed to be worse than linear, and measured to be linear on the text that the analyser made
 * against each.
 */
const MEASURED = [
  String.raw`/^(act_)?\d{9,}$|^[a-z]+_\w{8,}$|^[0-9a-f-]{32,64}$/i`,
  String.raw`/\.(?!mp4$)\w+$/i`,
  String.raw`/(?<!\\)(?:\\\\)*([|{}@[\]()<>*_~]|#(?![\p{L}\p{N}]))/u`,
  String.raw`/\b(access_token|api_?key|appsecret_proof|client_secret|token|password|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi`,
  String.raw`/\{\{\s*date[^{}]{0,40}\}\}/g`,
];

/** Those that were judged before: an analysis takes seconds. */
const LIST = join(import.meta.dirname, 'linear-expressions.txt');
const judged = new Set(existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n') : []);

test('the analyser tells a linear expression from a quadratic, a cubic and an exponential one', () => {
  expect(verdictOf('\\{\\{([^{}]*)\\}\\}', 'g').status).toBe('safe');
  expect(verdictOf('/+$', '').complexity?.summary).toContain('2nd degree');
  expect(verdictOf('\\{\\{\\s*([^{}]*?)\\s*\\}\\}', 'g').complexity?.summary).toContain(
    '3rd degree',
  );
  expect(verdictOf('^(a+)+$', '').complexity?.summary).toContain('exponential');
});

test('expressions made at run time are known', () => {
  expect([...constructed].sort()).toEqual(Object.keys(madeAtRunTime).sort());
});

test('every expression takes time in proportion to its text; linear-expressions.txt lists them, and `-u` writes it', async () => {
  expect(literals.length).toBeGreaterThan(200);
  const made = Object.entries(madeAtRunTime).flatMap(([file, all]) =>
    all.map((source) => ({ source, flags: 'i', file })),
  );
  const seen = new Map(
    [...literals, ...made].map((each) => [`/${each.source}/${each.flags}`, each]),
  );
  const unsafe: string[] = [];
  const linear = [...seen].flatMap(([written, { source, flags, file }]) => {
    if (isBounded(source)) return [];
    if (judged.has(written)) return [written];
    const { status, checker, complexity } = verdictOf(source, flags);
    if (status === 'safe' || (checker === 'fuzz' && MEASURED.includes(written))) return [written];
    unsafe.push(
      `${file}: ${written} ${complexity?.summary ?? status}${checker === 'fuzz' ? ', by a guess' : ''}`,
    );
    return [];
  });
  expect(unsafe).toEqual([]);
  expect(MEASURED.filter((written) => !seen.has(written))).toEqual([]);
  await expect(`${linear.sort().join('\n')}\n`).toMatchFileSnapshot(LIST);
});
