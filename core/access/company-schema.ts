import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import { nameText, shortText } from '../base/schema/fields.ts';
import { listOfAtMost } from '../base/schema/lists.ts';
import { newKey } from './schema.ts';
import { scopes } from './scopes.ts';

/** Companies as the operator of an installation sees them. */

const limit = (most: number, description: string) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.number(),
        v.integer('This must be a whole number.'),
        v.minValue(0, 'The least is 0.'),
        v.maxValue(most, `The most is ${most}.`),
        v.description(`${description} null: as the service is set.`),
      ),
    ),
  );

export const companyPatch = v.object({
  name: v.optional(nameText(100)),
  limits: v.optional(
    v.object({
      readsPerMinute: limit(
        1_000_000,
        'Reading requests of all keys and sessions of the company together, in 60 seconds.',
      ),
      writesPerMinute: limit(1_000_000, 'The same for writing requests.'),
      webhooks: limit(1_000, 'How many webhooks the company may have.'),
      adsPerMonth: limit(
        1_000_000_000,
        'Ads the company may launch in a calendar month (UTC). Those that failed do not count.',
      ),
      mediaBytes: limit(1_000_000_000_000_000, 'Bytes of media the company may keep.'),
    }),
  ),
});

export const companyQuery = v.object({
  ...pageQuery,
  search: v.optional(
    v.pipe(shortText(100), v.description('Companies with this in their name, in capitals or not.')),
  ),
});

export const companyDeletion = v.object({
  confirm: v.pipe(v.string(), v.description('The name of the company.')),
  withoutExport: v.optional(
    v.pipe(
      v.boolean(),
      v.description('true: delete it though nothing of it was exported. Default false.'),
    ),
  ),
});

export const companyKey = v.object({
  ...newKey.entries,
  scopes: v.optional(
    v.pipe(
      listOfAtMost(v.picklist(scopes.filter((scope) => scope !== 'operator')), 10, 'scopes'),
      v.minLength(1, 'A key without a scope could do nothing.'),
      v.description(
        'Default: read, launch and manage. A key for the operator of the service is created in the company of the operator.',
      ),
    ),
  ),
});

export const company = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  status: v.pipe(
    v.picklist(['active', 'suspended', 'deleting']),
    v.description('deleting: suspended, and removed at `deleteAt` unless it is resumed before.'),
  ),
  suspendedAt: v.nullable(v.string()),
  deleteAt: v.nullable(v.string()),
  exportedAt: v.pipe(
    v.nullable(v.string()),
    v.description('When the last export of all of it began that was read to its end.'),
  ),
  limits: v.pipe(
    v.object({
      readsPerMinute: v.nullable(v.number()),
      writesPerMinute: v.nullable(v.number()),
      webhooks: v.nullable(v.number()),
      adsPerMonth: v.nullable(v.number()),
      mediaBytes: v.nullable(v.number()),
    }),
    v.description('null: as the service is set.'),
  ),
});

export type ShownCompany = v.InferOutput<typeof company>;

const usage = v.object({
  month: v.pipe(
    v.string(),
    v.description(
      'The calendar month in UTC that `batches`, `adsLaunched`, `calls` and `exports` are counted in.',
    ),
  ),
  batches: v.number(),
  adsLaunched: v.number(),
  calls: v.pipe(
    v.number(),
    v.description('Requests of its keys and sessions. Written down once a minute.'),
  ),
  exports: v.pipe(v.number(), v.description('Those that are still kept.')),
  savedReports: v.number(),
  keys: v.number(),
  connections: v.number(),
  adAccounts: v.number(),
  mediaBytes: v.number(),
  openPlans: v.pipe(v.number(), v.description('Plans that wait for an approval or to be applied.')),
});

export type CompanyUsage = v.InferOutput<typeof usage>;

export const companyList = listOf(company);
export const companyAnswer = answer({ company });
export const companyDetails = answer({ company, usage });
