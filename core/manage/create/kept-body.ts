import * as v from 'valibot';
import { SlipwayError } from '../../errors.ts';
import { expandName } from '../../launch/accept/names.ts';
import { nameOf } from '../../naming/name-of.ts';
import { namingConventions } from '../../naming/records.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { join } from '../../schema/faults.ts';
import { namingInput } from '../../schema/launch-request.ts';
import { parseRequest } from '../../schema/parse.ts';
import { refuseFaults } from '../refusal.ts';

const keptParts = v.looseObject({ naming: v.nullish(namingInput) });

/** A request for a new campaign or ad set, with the name that a convention builds for it. */
export async function withKept(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  level: 'campaign' | 'adSet',
  body: object,
): Promise<object> {
  if (!('naming' in body)) return body;
  const { naming, ...rest } = parseRequest(keptParts, body);
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

/** Of what a launch can fill in, a campaign and an ad set know the day alone. */
const onlyDates = (pattern: string, now: number): string =>
  pattern.replace(/\{\{\s*date[^{}]{0,40}\}\}/g, (token) => expandName(token, { index: 0, now, timezone: 'UTC', adSetName: '' }));
