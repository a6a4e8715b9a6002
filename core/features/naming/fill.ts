import * as v from 'valibot';
import { SlipwayError } from '../../base/errors.ts';
import { expandName, usesToken } from '../../base/name-tokens.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { join } from '../../base/schema/faults.ts';
import { parseRequest } from '../../base/schema/parse.ts';
import { namingInput } from '../../base/schema/request-fields.ts';
import type { Filler } from '../../launch/hooks.ts';
import type { BodyFiller } from '../../manage/hooks.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { findKept } from '../../records/named.ts';
import { nameOf } from './name-of.ts';
import { namingConventions } from './records.ts';

/** Tokens that are known only after a name was built: for each ad set, or once the launch is submitted. */
const LATER = ['adset.name', 'batch', 'id'];

/** Ads get names that a convention builds. */
export const nameFiller: Filler = {
  fields: ['naming'],
  async read(store, companyId) {
    const kept = (await namingConventions.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id }));
    const uses = countedUses(namingConventions);
    const forAds = kept.filter(({ level }) => level === 'ad');
    return {
      note: uses.note,
      name(naming, { index, path, media, now, timezone }) {
        uses.count(index, (findKept(kept, naming.conventionId ?? '') ?? forAds[0])?.id);
        const fill = (pattern: string): string =>
          LATER.some((token) => usesToken(pattern, token)) || (now === undefined && usesToken(pattern, 'date'))
            ? pattern
            : expandName(pattern, {
                index: index + 1,
                now: now ?? 0,
                timezone,
                adSetName: '',
                ...(media[0] !== undefined && { filename: media[0].filename }),
              });
        const built = nameOf(naming, 'ad', kept, fill);
        const faults = built.faults.map((fault) => ({ ...fault, path: join(join(path, 'naming'), fault.path) }));
        return { ...built, faults };
      },
    };
  },
};

const namingPart = v.looseObject({ naming: v.nullish(namingInput) });

/** The same for new campaigns and ad sets. */
export const nameBody: BodyFiller = async ({ store, clock }, companyId, level, sent) => {
  if (!('naming' in sent)) return sent;
  const { naming, ...body }: { readonly name?: unknown; readonly naming?: v.InferOutput<typeof namingPart>['naming'] } =
    parseRequest(namingPart, sent);
  if (naming === undefined || naming === null) return body;
  if (typeof body.name === 'string' && body.name.trim() !== '') {
    const message = 'The request has a name, and values that a naming convention builds one from. Leave one of them out.';
    throw new SlipwayError('unprocessable_entity', message, { details: [{ path: 'name', code: 'name_disagrees', message }] });
  }
  const conventions = (await namingConventions.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id }));
  const built = nameOf(naming, level, conventions, (pattern) => onlyDates(pattern, clock.now()));
  refuseFaults(built.faults.map((fault) => ({ ...fault, path: join('naming', fault.path) })));
  return { ...body, name: built.name };
};

/** Of what a launch can fill in, a campaign and an ad set know the day alone. */
const onlyDates = (pattern: string, now: number): string =>
  pattern.replace(/\{\{\s*date[^{}]{0,40}\}\}/g, (token) => expandName(token, { index: 0, now, timezone: 'UTC', adSetName: '' }));
