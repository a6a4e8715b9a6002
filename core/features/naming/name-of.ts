import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import type { Convention, NameField } from './convention.ts';
import { render } from './render.ts';
import { cleanValues } from './value.ts';

/** How a request says that the service is to build a name. */
interface NamingRequest {
  /** Its id or its name; may be left out where the company has one convention of the level. */
  readonly conventionId?: string | null | undefined;
  readonly values?: { readonly [key: string]: string } | null | undefined;
}

/** A convention as a company keeps it. */
interface KeptConvention extends Convention {
  readonly id: string;
  readonly name: string;
}

interface BuiltName {
  /** Undefined where there are faults. */
  readonly name?: string;
  readonly faults: readonly Fault[];
}

/**
 * The name of a campaign, ad set or ad, built by a convention of its level. Paths begin at the request for the name.
 * @param fill puts what it knows for tokens such as `{{filename}}` and leaves the others
 */
export function nameOf(
  request: NamingRequest,
  level: Convention['level'],
  conventions: readonly KeptConvention[],
  fill: (pattern: string) => string,
): BuiltName {
  const found = conventionFor(request.conventionId?.trim() ?? '', level, conventions);
  if ('code' in found) return { faults: [{ path: 'conventionId', ...found }] };
  const given = withTokens(found, request.values ?? {}, fill);
  const unknown = Object.entries(given).flatMap(([key, text]): Fault[] => tokenFaults(found, key, text));
  const { values, faults } = cleanValues(found, given);
  const all = [...unknown, ...faults.filter(({ path }) => !unknown.some((fault) => fault.path === path))];
  if (all.length > 0) return { faults: all.map((fault) => ({ ...fault, path: join('values', fault.path) })) };
  return { name: render(found, values), faults: [] };
}

function conventionFor(
  wanted: string,
  level: Convention['level'],
  conventions: readonly KeptConvention[],
): KeptConvention | Omit<Fault, 'path'> {
  const fitting = conventions.filter((each) => each.level === level);
  const named = fitting.filter(({ name }) => name === wanted);
  const found = conventions.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found === undefined && wanted === '' && fitting.length === 1) return fitting[0] as KeptConvention;
  if (found === undefined && wanted === '')
    return { code: 'missing_field', message: 'Say which naming convention builds the name.' };
  if (found === undefined) {
    const near = nearestName(
      wanted,
      fitting.map(({ name }) => name),
    );
    const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
    const message = `There is no naming convention ${wanted.slice(0, 100)}.${hint}`;
    return { code: 'unknown_convention', message };
  }
  if (found.level === level) return found;
  const words = { campaign: 'campaigns', adSet: 'ad sets', ad: 'ads' };
  return { code: 'wrong_level', message: `“${found.name}” names ${words[found.level]}, not ${words[level]}.` };
}

/** Fields that a token fills are filled where no value is given. */
function withTokens(
  { fields }: Convention,
  given: { readonly [key: string]: string },
  fill: (pattern: string) => string,
): { readonly [key: string]: string } {
  const tokens = fields.flatMap((field) =>
    field.source === 'token' && (given[field.key] ?? '').trim() === '' ? [[field.key, tokenOf(field)] as const] : [],
  );
  const all = { ...given, ...Object.fromEntries(tokens) };
  return Object.fromEntries(Object.entries(all).map(([key, text]) => [key, fill(text)]));
}

function tokenOf({ token = '', kind }: NameField): string {
  if (token === 'mediaName') return '{{filename}}';
  return token === 'date' && kind === 'date' ? '{{date:yyyyMMdd}}' : `{{${token}}}`;
}

/** What is not filled in now would be filled in after the value was cleaned, and the name could not be read back. */
function tokenFaults({ fields }: Convention, key: string, text: string): Fault[] {
  const token = /\{\{[^{}]{0,80}\}\}/.exec(text)?.[0];
  if (token === undefined) return [];
  const label = fields.find((field) => field.key === key)?.label ?? key;
  return [
    { path: key, code: 'unknown_token', message: `${token} is not known when the name is built. Give a value for ${label}.` },
  ];
}
