import * as v from 'valibot';
import { SlipwayError } from '../../base/errors.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import { idText } from '../../base/schema/fields.ts';
import { parseRequest } from '../../base/schema/parse.ts';
import { nameOf } from '../../features/naming/name-of.ts';
import { namingConventions } from '../../features/naming/records.ts';
import { presets, withPreset } from '../../features/presets/presets.ts';
import { referred } from '../../launch/accept/kept.ts';
import { expandName } from '../../launch/accept/names.ts';
import { namingInput } from '../../launch/request-schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';

const keptParts = v.looseObject({ naming: v.nullish(namingInput), presetId: v.nullish(idText) });

/** A request for a new campaign or ad set, with what its preset says of the rest and the name that a convention builds. */
export async function withKept(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  level: 'campaign' | 'adSet',
  body: object,
): Promise<object> {
  if (!('naming' in body || 'presetId' in body)) return body;
  const { naming, presetId, ...sent } = parseRequest(keptParts, body);
  const rest: { readonly name?: unknown } = await withSettings(store, companyId, level, sent, presetId);
  if (naming === undefined || naming === null) return rest;
  if (typeof rest.name === 'string' && rest.name.trim() !== '') {
    const message = 'The request has a name, and values that a naming convention builds one from. Leave one of them out.';
    throw new SlipwayError('unprocessable_entity', message, { details: [{ path: 'name', code: 'name_disagrees', message }] });
  }
  const conventions = (await namingConventions.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id }));
  const built = nameOf(naming, level, conventions, (pattern) => onlyDates(pattern, clock.now()));
  refuseFaults(built.faults.map((fault) => ({ ...fault, path: join('naming', fault.path) })));
  return { ...rest, name: built.name };
}

async function withSettings(
  store: Store,
  companyId: string,
  level: 'campaign' | 'adSet',
  body: { readonly [field: string]: unknown },
  presetId: string | null | undefined,
): Promise<object> {
  if (presetId === undefined || presetId === null) return body;
  const fitting = (await presets.all(store, companyId)).filter(({ doc }) => doc.level === level);
  const { found, faults } = referred(
    fitting.map(({ id, doc }) => ({ ...doc, id })),
    presetId,
    { path: 'presetId', what: `preset for ${level === 'campaign' ? 'campaigns' : 'ad sets'}`, list: '/v1/presets' },
  );
  refuseFaults(faults);
  return found === undefined ? body : withPreset(body, found.settings);
}

/** Of what a launch can fill in, a campaign and an ad set know the day alone. */
const onlyDates = (pattern: string, now: number): string =>
  pattern.replace(/\{\{\s*date[^{}]{0,40}\}\}/g, (token) => expandName(token, { index: 0, now, timezone: 'UTC', adSetName: '' }));
