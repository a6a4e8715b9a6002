import type * as v from 'valibot';
import type { Fault } from '../errors.ts';

/** `ads[3]` + `title`, '' + `title`, `ads` + 3. */
export function join(path: string, member: string | number): string {
  if (typeof member === 'number') return `${path}[${member}]`;
  return path === '' ? member : `${path}.${member}`;
}

/** Valibot's issues as faults with paths into the request as sent. */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[], path: string): Fault[] {
  return issues.flatMap((issue) => {
    const nested = issue.issues && issue.type === 'union' ? meant(issue.issues) : undefined;
    const own = pathOf(issue, path);
    const subject = nested ?? issue;
    // Inside a union paths start at the union.
    const at = nested === undefined ? own : pathOf(nested, own);
    if (subject.kind === 'schema' && subject.received === 'undefined')
      return [{ path: at, code: 'missing_field', message: `${lastName(at)} is missing.` }];
    // Of a strict object.
    if (subject.kind === 'schema' && subject.expected === 'never')
      return [{ path: at, code: 'unknown_field', message: `There is no ${lastName(at)} here.` }];
    return [
      {
        path: at,
        code: codeOf(subject),
        message:
          subject.kind === 'schema'
            ? `${lastName(at)} must be ${expectedWords(subject.expected)}.`
            : subject.message,
        ...(typeof subject.requirement === 'number' && { values: { limit: subject.requirement } }),
      },
    ];
  });
}

/** Schemas of named values: any other value is wrong, not of the wrong type. */
export const CHOICES: readonly string[] = ['picklist', 'literal', 'enum', 'variant'];

function codeOf({ kind, type }: v.BaseIssue<unknown>): string {
  if (kind === 'schema') return CHOICES.includes(type) ? 'invalid_value' : 'wrong_type';
  return validatorWords[type] ?? type;
}

/** Our words for the validator's. A rule with a `type` of its own has its code there. */
export const validatorWords: { readonly [type: string]: string } = {
  check: 'invalid_value',
  raw_transform: 'invalid_value',
  not_value: 'invalid_value',
  integer: 'invalid_value',
  finite: 'invalid_value',
  regex: 'invalid_format',
  iso_date: 'invalid_format',
  email: 'invalid_format',
  url: 'invalid_format',
  min_length: 'too_short',
  non_empty: 'too_short',
  max_length: 'too_long',
  min_value: 'too_low',
  max_value: 'too_high',
};

const pathOf = (issue: v.BaseIssue<unknown>, start: string): string =>
  (issue.path ?? []).reduce((joined, item) => join(joined, item.key as string | number), start);

/**
 * Of a union's attempts, the issue deepest in the value, else the one whose type was right: that is
 * what the sender meant.
 */
export function meant(issues: readonly v.BaseIssue<unknown>[]): v.BaseIssue<unknown> | undefined {
  const deeper = issues.filter((issue) => (issue.path?.length ?? 0) > 0);
  const [deepest] = deeper.sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0));
  return deepest ?? issues.find(({ kind }) => kind === 'validation');
}

const lastName = (path: string): string =>
  path
    .replace(/\[\d+\]$/, '')
    .split('.')
    .pop() || 'The body';

const WORDS: { readonly [expected: string]: string } = {
  Object: 'an object',
  Array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
};

function expectedWords(expected: string | null): string {
  if (expected === null) return 'something else';
  const words = expected
    .replace(/[()]/g, '')
    .split(' | ')
    .filter((word) => word !== 'null' && word !== 'undefined')
    .map((word) => WORDS[word] ?? word);
  return words.join(' or ');
}

/** Tells a fault of a field. */
export type ReportFault = (
  field: string,
  code: string,
  message: string,
  more?: Pick<Fault, 'hint' | 'values'>,
) => void;

/**
 * The faults that rules find in the fields of what stands at `path`.
 *
 * @example
 * import { faultsUnder } from 'slipway/core';
 *
 * const ad = { link: 'nowhere' };
 * const faults = faultsUnder('ads[0]', (report) => {
 *   if (!ad.link.startsWith('https://')) report('link', 'invalid_link', 'The link must start with https://.');
 * });
 * console.log(faults[0]?.path); // ads[0].link
 */
export function faultsUnder(path: string, check: (report: ReportFault) => void): Fault[] {
  const faults: Fault[] = [];
  check((field, code, message, more) =>
    faults.push({ path: join(path, field), code, message, ...more }),
  );
  return faults;
}
