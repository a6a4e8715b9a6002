import * as v from 'valibot';
import type { Fault } from '../../base/errors.ts';
import { expandName, usesToken } from '../../base/name-tokens.ts';
import { breaks, refuseFaults } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import { parseRequest } from '../../base/schema/parse.ts';
import { namingInput } from '../../base/schema/request-fields.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import type { Filler } from '../../launch/hooks.ts';
import type { BodyFiller } from '../../manage/hooks.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { findKept } from '../../records/named.ts';
import type { Convention, NameField } from '../../sheet/names/convention.ts';
import { cleanValues, render } from '../../sheet/names/value.ts';
import { namingConventions } from './records.ts';

/**
 * Tokens that are known after a name was built: for each ad set, or once the launch is submitted.
 */
const LATER = ['adset.name', 'batch', 'id'];

export const nameFiller: Filler = {
  fields: ['naming'],
  async read(store, companyId) {
    const kept = (await namingConventions.all(store, companyId)).map(({ id, doc }) => ({
      ...doc,
      id,
    }));
    const uses = countedUses(namingConventions);
    const forAds = kept.filter(({ level }) => level === 'ad');
    return {
      note: uses.note,
      name(naming, { index, path, media, now, timezone }) {
        uses.count(index, (findKept(kept, naming.conventionId ?? '') ?? forAds[0])?.id);
        const fill = (pattern: string) =>
          LATER.some((token) => usesToken(pattern, token)) ||
          (now === undefined && usesToken(pattern, 'date'))
            ? pattern
            : expandName(pattern, {
                index: index + 1,
                now: now ?? 0,
                timezone,
                adSetName: '',
                ...(media[0] !== undefined && { filename: media[0].filename }),
              });
        const built = nameOf(naming, 'ad', kept, fill);
        const faults = built.faults.map((fault) => ({
          ...fault,
          path: join(join(path, 'naming'), fault.path),
        }));
        return { ...built, faults };
      },
    };
  },
};

const namingPart = v.looseObject({ naming: v.nullish(namingInput) });

export const nameBody: BodyFiller = async ({ store, clock }, companyId, level, sent) => {
  if (!('naming' in sent)) return sent;
  const {
    naming,
    ...body
  }: { readonly name?: unknown; readonly naming?: v.InferOutput<typeof namingPart>['naming'] } =
    parseRequest(namingPart, sent);
  if (naming === undefined || naming === null) return body;
  if (typeof body.name === 'string' && body.name.trim() !== '') {
    const message =
      'The request has a name, and values that a naming convention builds one from. Leave one of them out.';
    throw breaks('name', 'name_disagrees', message);
  }
  const conventions = (await namingConventions.all(store, companyId)).map(({ id, doc }) => ({
    ...doc,
    id,
  }));
  const built = nameOf(naming, level, conventions, (pattern) => onlyDates(pattern, clock.now()));
  refuseFaults(built.faults.map((fault) => ({ ...fault, path: join('naming', fault.path) })));
  return { ...body, name: built.name };
};

/** A campaign and an ad set know the day alone. */
const onlyDates = (pattern: string, now: number) =>
  pattern.replace(/\{\{\s*date[^{}]{0,40}\}\}/g, (token) =>
    expandName(token, { index: 0, now, timezone: 'UTC', adSetName: '' }),
  );

interface NamingRequest {
  /** Its id or its name; may be left out where the company has one convention of the level. */
  readonly conventionId?: string | null | undefined;
  readonly values?: { readonly [key: string]: string } | null | undefined;
}

interface KeptConvention extends Convention {
  readonly id: string;
  readonly name: string;
}

interface BuiltName {
  readonly name?: string;
  readonly faults: readonly Fault[];
}

/**
 * The name of a campaign, ad set or ad, built by a convention of its level. Paths begin at the
 * request for the name.
 * @param fill replaces tokens such as `{{filename}}` that it knows
 */
function nameOf(
  request: NamingRequest,
  level: Convention['level'],
  conventions: readonly KeptConvention[],
  fill: (pattern: string) => string,
): BuiltName {
  const found = conventionFor(request.conventionId?.trim() ?? '', level, conventions);
  if ('code' in found) return { faults: [{ path: 'conventionId', ...found }] };
  const given = withTokens(found, request.values ?? {}, fill);
  const unknown = Object.entries(given).flatMap(([key, text]): Fault[] =>
    tokenFaults(found, key, text),
  );
  const { values, faults } = cleanValues(found, given);
  const all = [
    ...unknown,
    ...faults.filter(({ path }) => !unknown.some((fault) => fault.path === path)),
  ];
  if (all.length > 0)
    return { faults: all.map((fault) => ({ ...fault, path: join('values', fault.path) })) };
  return { name: render(found, values), faults: [] };
}

function conventionFor(
  wanted: string,
  level: Convention['level'],
  conventions: readonly KeptConvention[],
): KeptConvention | Omit<Fault, 'path'> {
  const fitting = conventions.filter((each) => each.level === level);
  const named = fitting.filter(({ name }) => name === wanted);
  const found =
    conventions.find(({ id }) => id === wanted) ?? (named.length === 1 ? named[0] : undefined);
  if (found === undefined && wanted === '' && fitting.length === 1)
    return fitting[0] as KeptConvention;
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
  return {
    code: 'wrong_level',
    message: `“${found.name}” names ${words[found.level]}, not ${words[level]}.`,
  };
}

function withTokens(
  { fields }: Convention,
  given: { readonly [key: string]: string },
  fill: (pattern: string) => string,
): { readonly [key: string]: string } {
  const tokens = fields.flatMap((field) =>
    field.source === 'token' && (given[field.key] ?? '').trim() === ''
      ? [[field.key, tokenOf(field)] as const]
      : [],
  );
  const all = { ...given, ...Object.fromEntries(tokens) };
  return Object.fromEntries(Object.entries(all).map(([key, text]) => [key, fill(text)]));
}

function tokenOf({ token = '', kind }: NameField): string {
  if (token === 'mediaName') return '{{filename}}';
  return token === 'date' && kind === 'date' ? '{{date:yyyyMMdd}}' : `{{${token}}}`;
}

/**
 * A token that is filled in after the value was cleaned would make a name that cannot be read back.
 */
function tokenFaults({ fields }: Convention, key: string, text: string): Fault[] {
  const token = /\{\{[^{}]{0,80}\}\}/.exec(text)?.[0];
  if (token === undefined) return [];
  const label = fields.find((field) => field.key === key)?.label ?? key;
  return [
    {
      path: key,
      code: 'unknown_token',
      message: `${token} is not known when the name is built. Give a value for ${label}.`,
    },
  ];
}
