import * as v from 'valibot';
import { answer } from '../base/schema/envelope.ts';

/** A platform as GET /v1/platforms shows it: what clients need to offer it without knowing it. */
const platformRow = v.object({
  id: v.string(),
  /** For people. */
  label: v.string(),
  aliases: v.array(v.string()),
  /** What the platform itself calls an ad set. */
  adSetWord: v.string(),
  accountIdExample: v.string(),
  credentials: v.object({
    fields: v.array(v.object({ key: v.string(), label: v.string(), hint: v.string(), secret: v.boolean() })),
    /** Each way to connect, as the keys it takes. */
    ways: v.array(v.array(v.string())),
  }),
  /** Connecting by OAuth, with the credentials a person may add; null where credentials have to be pasted. */
  authorization: v.nullable(v.object({ extras: v.array(v.string()) })),
  /** `launch`, `edit.setBudget`, … */
  offers: v.array(v.string()),
  launch: v.nullable(
    v.object({
      types: v.array(v.string()),
      /** Which identity an ad needs: `page` and `secondary`, a field of the platform, or none. */
      identity: v.picklist(['page-and-profile', 'platform-field', 'none']),
      extras: v.array(v.string()),
      /** Fields of an ad that only this platform has. */
      fields: v.array(v.object({ name: v.string(), header: v.string(), note: v.string(), holds: v.picklist(['text', 'id']) })),
      callsToAction: v.array(v.string()),
      /** What is filled into links and tags where it stands in double braces; null where nothing is known of it. */
      macros: v.nullable(
        v.array(v.object({ name: v.string(), sent: v.optional(v.string()), source: v.string(), asOf: v.string() })),
      ),
    }),
  ),
  /** The figures its reports have. */
  metrics: v.array(v.string()),
  /** How far back its figures go. */
  retentionDays: v.number(),
  lists: v.array(v.object({ path: v.string(), kind: v.string(), summary: v.string() })),
});

export type PlatformRow = v.InferOutput<typeof platformRow>;

export const platformList = answer({ data: v.array(platformRow), count: v.number() });

/** A row says more than this, by what it is about. */
const checkRow = v.looseObject({
  id: v.string(),
  about: v.picklist(['ratio', 'length', 'duration', 'matrix', 'learning', 'budget']),
  /** For people. */
  says: v.string(),
  source: v.string(),
  asOf: v.string(),
});

export const platformChecks = answer({ data: v.array(checkRow), count: v.number() });
