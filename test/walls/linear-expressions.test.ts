// @module-tag process
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/**
 * An expression that takes the square of a text's length, or worse, is a way to stop the process with one
 * request. Every expression of the sources is analysed, whoever's text it is meant for: texts find their way.
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
  'server/http/app.ts': ['^/v1/batches/[^/]+/events$', '^/v1/[^/]+/[^/]+/[^/]+$', '^/openapi\\.json$'],
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
  if (type === 'Literal' && regex !== undefined) literals.push({ source: regex.pattern, flags: regex.flags, file });
  if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') constructed.add(file);
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

/** Without repetition that has no end, the length of a text does not matter; such an expression needs no analysis. */
const isBounded = (source: string): boolean => !/[*+]|\{\d+,\}|\)\{/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

interface Pump {
  readonly prefix: string;
  readonly pump: string;
}
interface Verdict {
  readonly status: string;
  /** `automaton` proves; `fuzz` guesses from counted steps, and takes some linear expressions for others. */
  readonly checker?: string;
  readonly complexity?: { readonly summary: string };
  readonly attack?: { readonly pumps: readonly Pump[]; readonly suffix: string };
}
let verdictOf: (source: string, flags: string) => Verdict;

beforeAll(async () => {
  // The analyser in JavaScript: the same everywhere, and without a process of its own.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  verdictOf = (source, flags) => checkSync(source, flags, { timeout: 300_000 });
});

/**
 * Whether a guessed verdict holds when the expression meets the text the analyser made against it. At this length the
 * square takes hundreds of milliseconds where a linear expression takes less than one; the fastest run of three counts.
 */
function isConfirmed(source: string, flags: string, { checker, attack }: Verdict): boolean {
  if (checker !== 'fuzz' || attack === undefined) return true;
  const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(40_000 / pump.length)).join('') + attack.suffix;
  const times = [1, 2, 3].map(() => {
    const expression = new RegExp(source, flags);
    const start = performance.now();
    expression.test(text);
    return performance.now() - start;
  });
  return Math.min(...times) > 50;
}

test('the analyser tells a linear expression from a quadratic, a cubic and an exponential one', () => {
  expect(verdictOf('\\{\\{([^{}]*)\\}\\}', 'g').status).toBe('safe');
  expect(verdictOf('/+$', '').complexity?.summary).toContain('2nd degree');
  expect(verdictOf('\\{\\{\\s*([^{}]*?)\\s*\\}\\}', 'g').complexity?.summary).toContain('3rd degree');
  expect(verdictOf('^(a+)+$', '').complexity?.summary).toContain('exponential');
});

test('a guess that the text made against it does not bear out counts for nothing', () => {
  const guess = (pump: string, suffix: string): Verdict => ({
    ...{ status: 'vulnerable', checker: 'fuzz' },
    attack: { pumps: [{ prefix: '', pump }], suffix },
  });
  expect(isConfirmed('\\.(?!mp4$)\\w+$', 'i', guess('.0', '..'))).toBe(false);
  expect(isConfirmed('(?!b)\\s+x', '', guess(' ', 'y'))).toBe(true);
});

test('every expression of the sources takes time in proportion to its text', { timeout: 900_000 }, () => {
  expect(literals.length).toBeGreaterThan(200);
  const seen = new Map(literals.map((each) => [`/${each.source}/${each.flags}`, each]));
  const unsafe = [...seen].flatMap(([written, { source, flags, file }]) => {
    if (isBounded(source)) return [];
    const verdict = verdictOf(source, flags);
    const { status, complexity } = verdict;
    if (status === 'safe' || !isConfirmed(source, flags, verdict)) return [];
    return [`${file}: ${written} ${complexity?.summary ?? status}`];
  });
  expect(unsafe).toEqual([]);
});

test('expressions made at run time are known, and linear whatever goes into them', () => {
  expect([...constructed].sort()).toEqual(Object.keys(madeAtRunTime).sort());
  for (const source of Object.values(madeAtRunTime).flat())
    expect([source, verdictOf(source, 'i').status]).toEqual([source, 'safe']);
});
