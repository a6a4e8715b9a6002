import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validatorWords } from '../core/base/schema/faults.ts';

/**
 * The codes of faults and warnings, read from the sources: `npm run codes` writes them for the
 * reference.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = [
  'core/**/*.ts',
  'adapters/platforms/**/*.ts',
  'server/http/*.ts',
  'server/mcp/**/*.ts',
];
const CODE = `'([a-z]+(?:_[a-z]+)*)'`;
/** `code: '…'`, `code: isOne ? '…' : '…'` */
const MEMBER = /\bcode:\s+([^,};]*)/g;
const WORD = new RegExp(CODE, 'g');
/** `report('field', '…', …)`, and whatever else takes a code and a message. */
const CALL =
  /\b(?:report|breaks|refusal|fault|refused|add|rule|conflictOf|occupied|taken)\(\s*(?:[^()',]|'[^']*'|`[^`]*`|\((?:[^()]|\([^()]*\))*\))*?,?\s*'([a-z]+(?:_[a-z]+)+)'\s*,/g;
/** The `type` of a rule in a schema. */
const TYPE = /\btype: '([a-z]+(?:_[a-z]+)+)'(?: as|,\n\})/g;
/** Words in such places that are no codes. */
const OTHERS = [
  'ad',
  'adset',
  'auth_code',
  'batch',
  'boolean',
  'code',
  'dependency',
  'failure',
  'goal',
  'invalid',
  'length',
  'method_not_allowed',
  'object',
  'unknown',
];
/** Failures of ads are named by their class: see `adFailure`. */
const CLASSES = [
  'throttled',
  'transient',
  'flaky',
  'invalid',
  'rule',
  'blocked',
  'missing',
  'too_large',
];

export function faultCodes(): string[] {
  const codes = new Set<string>();
  const errors = new Set(
    [...read('core/base/errors.ts').matchAll(/^ {2}(\w+): \d{3},$/gm)].map(([, code = '']) => code),
  );
  for (const file of FOLDERS.flatMap((folder) => globSync(folder, { cwd: root }))) {
    if (file.endsWith('error-table.ts')) continue;
    const text = read(file);
    for (const [, expression = ''] of text.matchAll(MEMBER))
      for (const [, code = ''] of expression.replace(/[!=]== '\w+'/g, '').matchAll(WORD))
        codes.add(code);
    for (const pattern of [CALL, TYPE])
      for (const [, code = ''] of text.matchAll(pattern)) codes.add(code);
  }
  for (const code of Object.values(validatorWords)) codes.add(code);
  for (const name of CLASSES) codes.add(`platform_${name}`);
  return [...codes].filter((code) => !errors.has(code) && !OTHERS.includes(code)).sort();
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

if (import.meta.main) {
  const text = `/** Codes of \`details[]\` and \`warnings[]\`. Written by \`npm run codes\` from the sources. */
export const faultCodes: readonly string[] = ${JSON.stringify(faultCodes())};
`;
  writeFileSync(join(root, 'server/docs/fault-codes.ts'), text);
}
