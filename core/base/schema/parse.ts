import * as v from 'valibot';
import { type Fault, SlipwayError } from '../errors.ts';
import { refuseFaults } from '../refusal.ts';
import { refuseOversized } from './bounds.ts';
import { CHOICES, faultsOf, join, meant } from './faults.ts';
import {
  strangersIn,
  unknownField,
  unknownFieldWarnings,
  type Warning,
  warnOfUnknown,
} from './unknown-fields.ts';

/**
 * Parses, or throws every fault. A missing or wrongly typed member at the top is `bad_request`;
 * values, and everything deeper, are `unprocessable_entity`.
 */
export function parseRequest<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> {
  refuseOversized(value);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw refusalOf(result.issues);
}

function refusalOf(issues: readonly v.BaseIssue<unknown>[]): SlipwayError {
  const malformed = issues.some(isShape);
  return new SlipwayError(
    malformed ? 'bad_request' : 'unprocessable_entity',
    malformed
      ? 'The request is incomplete or has fields of the wrong type.'
      : 'The request breaks a rule.',
    { details: faultsOf(issues, '') },
  );
}

/**
 * Parses what tells the form of a request. Where that cannot be known, throws all that is wrong by
 * every form there is, so that a caller does not learn of missing fields one after the other.
 */
export function parseTarget<S extends v.GenericSchema>(
  target: S,
  value: unknown,
  forms: readonly { readonly request: v.GenericSchema }[],
): v.InferOutput<S> {
  refuseOversized(value);
  const result = v.safeParse(target, value);
  if (result.success) return result.output;
  const [first = [], ...others] = forms.map(
    ({ request }) => v.safeParse(request, value).issues ?? [],
  );
  const shared = first.filter((issue) =>
    others.every((issues) => issues.some((other) => isSame(issue, other))),
  );
  throw refusalOf([
    ...result.issues,
    ...shared.filter((issue) => !result.issues.some((own) => isSame(issue, own))),
  ]);
}

const isSame = (one: v.BaseIssue<unknown>, other: v.BaseIssue<unknown>): boolean =>
  v.getDotPath(one) === v.getDotPath(other) &&
  one.type === other.type &&
  one.received === other.received;

function isShape(issue: v.BaseIssue<unknown>): boolean {
  const isValue =
    issue.type === 'union' &&
    issue.issues !== undefined &&
    meant(issue.issues)?.kind === 'validation';
  if (issue.kind !== 'schema' || (issue.path?.length ?? 0) > 1 || isValue) return false;
  return issue.received === 'undefined' || !CHOICES.includes(issue.type);
}

/**
 * Members of a body that its schema does not know, at any depth. Loose objects are skipped. Throws
 * for names that may cost something.
 */
export function unknownMembers(schema: v.GenericSchema, value: unknown): Warning[] {
  const warnings = unknownFieldWarnings();
  lookInto(
    (strangers, known, path) => warnOfUnknown(warnings, strangers, known, path),
    schema,
    value,
    '',
  );
  return warnings.list();
}

/** Throws for all of them. Without a schema nothing is known. */
export function refuseUnknownMembers(schema: v.GenericSchema | undefined, value: unknown): void {
  const faults: Fault[] = [];
  lookInto(
    (strangers, known, path) => {
      for (const name of strangersIn(strangers, known))
        faults.push(unknownField(join(path, name), name, known));
    },
    schema ?? v.object({}),
    value,
    '',
  );
  refuseFaults(faults);
}

type See = (strangers: object, known: readonly string[], path: string) => void;

function lookInto(see: See, schema: v.GenericSchema, value: unknown, path: string): void {
  const node = schema as Described;
  if (value === null || typeof value !== 'object') return;
  if (node.wrapped !== undefined) {
    lookInto(see, node.wrapped, value, path);
    return;
  }
  if (node.type === 'array' && node.item !== undefined && Array.isArray(value)) {
    for (const [i, each] of value.entries()) lookInto(see, node.item, each, `${path}[${i}]`);
    return;
  }
  if (node.type !== 'object' || node.entries === undefined || Array.isArray(value)) return;
  const { entries, aliasOf = () => undefined } = node;
  const sentAs = new Map<string, string>();
  const strangers: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(value)) {
    const field = name in entries ? name : aliasOf(name);
    if (field === undefined) strangers[name] = member;
    else if (!sentAs.has(field)) sentAs.set(field, name);
  }
  see(strangers, Object.keys(entries), path);
  for (const [name, entry] of Object.entries(entries)) {
    const sent = sentAs.get(name) ?? name;
    lookInto(
      see,
      entry,
      (value as { readonly [name: string]: unknown })[sent],
      path === '' ? sent : `${path}.${sent}`,
    );
  }
}

/** The parts of Valibot's schema objects that say what is inside. */
type Described = v.GenericSchema & {
  readonly entries?: { readonly [name: string]: v.GenericSchema };
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  /** See aliases.ts. */
  readonly aliasOf?: (name: string) => string | undefined;
};
