import * as v from 'valibot';
import { answer } from '../base/schema/envelope.ts';

/** What clients need to offer a platform without knowing it. */
const platformRow = v.object({
  id: v.string(),
  label: v.string(),
  aliases: v.array(v.string()),
  /** The platform's word for an ad set. */
  adSetWord: v.string(),
  /** Of its API, as it is in use. */
  version: v.nullable(
    v.object({
      version: v.string(),
      /** A day, or a month; null where none is published. */
      endsOn: v.nullable(v.string()),
      daysLeft: v.nullable(v.number()),
      source: v.nullable(v.string()),
      next: v.nullable(v.string()),
    }),
  ),
  accountIdExample: v.string(),
  page: v.optional(v.pipe(v.string(), v.description('How to get access: a page below `/docs/`.'))),
  credentials: v.object({
    fields: v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        hint: v.string(),
        secret: v.boolean(),
        guide: v.optional(
          v.pipe(v.array(v.string()), v.description('How to get it, step by step.')),
        ),
      }),
    ),
    guide: v.optional(
      v.object({
        steps: v.array(v.string()),
        scopes: v.optional(v.array(v.string())),
        takes: v.optional(v.string()),
        refused: v.optional(v.string()),
      }),
    ),
    /** Each way to connect, as its keys. */
    ways: v.array(v.array(v.string())),
  }),
  /** Credentials a person may add to OAuth; null where credentials have to be pasted. */
  authorization: v.nullable(v.object({ extras: v.array(v.string()) })),
  /** `launch`, `edit.setBudget`, … */
  offers: v.array(v.string()),
  launch: v.nullable(
    v.object({
      types: v.array(v.string()),
      /** `page` and `secondary`, a field of the platform, or none. */
      identity: v.picklist(['page-and-profile', 'platform-field', 'none']),
      extras: v.array(v.string()),
      /** Fields of this platform alone. */
      fields: v.array(
        v.object({
          name: v.string(),
          header: v.string(),
          aliases: v.optional(v.array(v.string())),
          note: v.string(),
          holds: v.picklist(['text', 'id']),
          choices: v.optional(v.array(v.string())),
        }),
      ),
      callsToAction: v.array(v.string()),
      /** Placeholders in double braces of links and tags; null where unknown. */
      macros: v.nullable(
        v.array(
          v.object({
            name: v.string(),
            sent: v.optional(v.string()),
            source: v.string(),
            asOf: v.string(),
          }),
        ),
      ),
    }),
  ),
  metrics: v.array(v.string()),
  retentionDays: v.number(),
  lists: v.array(v.object({ path: v.string(), kind: v.string(), summary: v.string() })),
});

export type PlatformRow = v.InferOutput<typeof platformRow>;

export const platformList = answer({ data: v.array(platformRow), count: v.number() });

/** More fields depend on `about`. */
const checkRow = v.looseObject({
  id: v.string(),
  about: v.picklist(['ratio', 'length', 'duration', 'matrix', 'learning', 'review', 'budget']),
  says: v.string(),
  source: v.string(),
  asOf: v.string(),
});

export const platformChecks = answer({ data: v.array(checkRow), count: v.number() });
