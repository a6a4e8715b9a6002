import * as v from 'valibot';
import { SlipwayError } from '../errors.ts';
import { CHOICES, faultsOf } from './faults.ts';
import { unknownFields, type Warning } from './unknown-fields.ts';

/**
 * A request's part as its schema wants it, or an error that lists every fault. What is missing or of the
 * wrong type at the top is `bad_request`; everything about values, and everything deeper, is
 * `unprocessable_entity`.
 */
export function parseRequest<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const malformed = result.issues.some(isShape);
  throw new SlipwayError(
    malformed ? 'bad_request' : 'unprocessable_entity',
    malformed ? 'The request is incomplete or has fields of the wrong type.' : 'The request breaks a rule.',
    { details: faultsOf(result.issues, '') },
  );
}

const isShape = (issue: v.BaseIssue<unknown>): boolean =>
  issue.kind === 'schema' && (issue.path?.length ?? 0) <= 1 && (issue.received === 'undefined' || !CHOICES.includes(issue.type));

/** Members of a body that its schema does not know, at any depth. Loose objects are the business of whoever reads them. */
export function unknownMembers(schema: v.GenericSchema, value: unknown, path = ''): Warning[] {
  const node = schema as Described;
  if (value === null || typeof value !== 'object') return [];
  if (node.wrapped !== undefined) return unknownMembers(node.wrapped, value, path);
  if (node.type === 'array' && node.item !== undefined && Array.isArray(value)) {
    const { item } = node;
    return value.flatMap((each, i) => unknownMembers(item, each, `${path}[${i}]`));
  }
  if (node.type !== 'object' || node.entries === undefined || Array.isArray(value)) return [];
  const members = value as { readonly [name: string]: unknown };
  const { aliasOf = () => undefined } = node;
  const unknown = unknownFields(value, Object.keys(node.entries), path).filter(
    (warning) => aliasOf(warning.path.slice(path === '' ? 0 : path.length + 1)) === undefined,
  );
  return [
    ...unknown,
    ...Object.entries(node.entries).flatMap(([name, entry]) => {
      const sent = Object.keys(members).find((each) => each === name || aliasOf(each) === name) ?? name;
      return unknownMembers(entry, members[sent], path === '' ? sent : `${path}.${sent}`);
    }),
  ];
}

/** The parts of Valibot's schema objects that say what is inside. */
type Described = v.GenericSchema & {
  readonly entries?: { readonly [name: string]: v.GenericSchema };
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  /** The field a name stands for, where a schema takes several (aliases.ts). */
  readonly aliasOf?: (name: string) => string | undefined;
};
