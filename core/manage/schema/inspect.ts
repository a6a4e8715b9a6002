import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { country } from '../../base/schema/country.ts';
import {
  answer,
  listAnswer,
  type PageQuery,
  pageEntries,
  pagination,
  platformError,
} from '../../base/schema/envelope.ts';
import { idText, moment, wholeNumber } from '../../base/schema/fields.ts';
import {
  accountId,
  entityId,
  flag,
  statusFilter,
  workspaceId,
} from '../../base/schema/request-fields.ts';

const { page: partPage, ...part } = pageEntries(200, 200);

export function wholeListAnswer<T>(items: readonly T[], query: PageQuery) {
  const { data, ...around } = listAnswer(items, query, 200);
  return { ...around, data: [...data], count: data.length };
}

const cursor = v.optional(
  v.pipe(v.string(), v.trim(), v.regex(/^[!-~]{1,2000}$/, 'This is no cursor of an earlier page.')),
);
const paging = v.object({
  cursors: v.object({ before: v.nullable(v.string()), after: v.nullable(v.string()) }),
});

export const listAdsRequest = aliased({
  adSetId: v.optional(entityId),
  accountId: v.optional(accountId),
  status: v.optional(statusFilter(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'])),
  limit: v.optional(wholeNumber(1, 200)),
  after: cursor,
  workspaceId,
});
export type ListAdsRequest = v.InferOutput<typeof listAdsRequest>;

export const listAdsResponse = answer({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      status: v.string(),
      effectiveStatus: v.string(),
      createdTime: v.optional(
        v.pipe(
          v.string(),
          v.description('Absent, with a warning, where the platform does not tell it.'),
        ),
      ),
      thumbnailUrl: v.nullable(v.string()),
      adSetId: v.string(),
    }),
  ),
  count: v.number(),
  paging,
  /** `local`: the platform lists no deleted ads, so these are the ones this service deleted. */
  metadata: v.object({ source: v.picklist(['platform', 'local']) }),
});
export type ListAdsResponse = v.InferOutput<typeof listAdsResponse>;

export const listChangesRequest = aliased({
  businessId: accountId,
  objectId: v.optional(entityId),
  since: v.optional(moment),
  until: v.optional(moment),
  limit: v.optional(wholeNumber(1, 100)),
  after: cursor,
  workspaceId,
});
export type ListChangesRequest = v.InferOutput<typeof listChangesRequest>;

export const listChangesResponse = answer({
  data: v.array(
    v.object({
      eventTime: v.number(),
      dateTimeInTimezone: v.string(),
      eventType: v.string(),
      translatedEventType: v.string(),
      objectId: v.string(),
      objectName: v.string(),
      objectType: v.string(),
      actorId: v.string(),
      actorName: v.string(),
      changes: v.record(v.string(), v.object({ old: v.unknown(), new: v.unknown() })),
    }),
  ),
  paging,
  metadata: v.object({
    businessId: v.string(),
    objectId: v.nullable(v.string()),
    count: v.number(),
    currency: v.string(),
    /** Divide amounts by this, not by 100. Null where the currency is not known. */
    minorUnits: v.nullable(v.number()),
    /** Where the platform forgets: it tells of nothing before, whatever `since` says. */
    tellsFrom: v.optional(v.string()),
  }),
});
export type ListChangesResponse = v.InferOutput<typeof listChangesResponse>;

const adIds = v.pipe(
  v.array(entityId),
  v.minLength(1, 'Give at least one ad id.'),
  v.maxLength(50, 'At most 50 ads at once.'),
);

export const adDebugRequest = aliased({
  adIds,
  includeVideoCaptions: v.optional(flag),
  workspaceId,
});
export type AdDebugRequest = v.InferOutput<typeof adDebugRequest>;

const itemCounts = { successCount: v.number(), failCount: v.number() };

export const adDebugResponse = v.object({
  success: v.boolean(),
  data: v.array(
    v.looseObject({
      adId: v.string(),
      success: v.boolean(),
      error: v.optional(v.string()),
      platformError: v.optional(platformError),
    }),
  ),
  count: v.number(),
  ...itemCounts,
});
export type AdDebugResponse = v.InferOutput<typeof adDebugResponse>;

export const adCreativeSpecsRequest = aliased({ adIds, workspaceId });
export type AdCreativeSpecsRequest = v.InferOutput<typeof adCreativeSpecsRequest>;

const texts = v.optional(v.array(v.string()));
const maybe = v.optional(v.nullable(v.string()));

export const adCreativeSpecsResponse = v.object({
  success: v.boolean(),
  data: v.array(
    v.object({
      adId: v.string(),
      success: v.boolean(),
      creativeId: v.optional(v.string()),
      titles: texts,
      bodies: texts,
      descriptions: texts,
      cta: maybe,
      link: maybe,
      urlTags: maybe,
      images: v.optional(v.array(v.object({ hash: v.string(), url: v.nullable(v.string()) }))),
      videos: v.optional(
        v.array(v.object({ id: v.string(), thumbnailUrl: v.nullable(v.string()) })),
      ),
      page: maybe,
      secondary: maybe,
      error: v.optional(v.string()),
      platformError: v.optional(platformError),
    }),
  ),
  count: v.number(),
  ...itemCounts,
});
export type AdCreativeSpecsResponse = v.InferOutput<typeof adCreativeSpecsResponse>;

export const adPreviewRequest = aliased({
  adId: entityId,
  format: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z0-9_]{3,60}$/, 'Give a format, like MOBILE_FEED_STANDARD.'),
    ),
  ),
  accountId: v.optional(accountId),
  workspaceId,
});
export type AdPreviewRequest = v.InferOutput<typeof adPreviewRequest>;
export const adPreviewResponse = answer({ adId: v.string(), format: v.string(), html: v.string() });
export type AdPreviewResponse = v.InferOutput<typeof adPreviewResponse>;

export const placeTypes = [
  'country',
  'region',
  'city',
  'zip',
  'geo_market',
  'electoral_district',
] as const;

export const geoSearchRequest = aliased({
  q: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Say what to look for.'),
    v.maxLength(200, 'At most 200 characters.'),
  ),
  types: v.optional(
    v.pipe(
      v.union([v.string(), v.array(v.string())]),
      v.transform((given) =>
        (typeof given === 'string' ? given.split(',') : given)
          .map((each) => each.trim().toLowerCase())
          .filter((each) => each !== ''),
      ),
      v.array(v.picklist(placeTypes, `Types are ${placeTypes.join(', ')}.`)),
    ),
  ),
  country: v.optional(country),
  accountId: v.optional(accountId),
  ...part,
  page: partPage,
});
export type GeoSearchRequest = v.InferOutput<typeof geoSearchRequest>;

export const geoSearchResponse = answer({
  /** Each can stand in a location, under the list of its type. */
  data: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      type: v.string(),
      countryCode: v.nullable(v.string()),
      region: v.nullable(v.string()),
    }),
  ),
  pagination,
  count: v.number(),
});
export type GeoSearchResponse = v.InferOutput<typeof geoSearchResponse>;

/** `field` names a page, or what stands for one on a platform. */
export const postsRequestOf = (field: string, pattern: RegExp, hint: string) =>
  aliased({
    [field]: v.pipe(idText, v.regex(pattern, hint)),
    accountId: v.optional(accountId),
    ...part,
  } as {
    accountId: ReturnType<typeof v.optional<typeof accountId, undefined>>;
  } & typeof part);
export const listPostsRequest = aliased({
  of: v.pipe(idText, v.maxLength(200)),
  accountId: v.optional(accountId),
  ...part,
});

export type ListPostsRequest = {
  readonly accountId?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
};

export const listPostsResponse = answer({
  data: v.array(
    v.object({
      id: v.string(),
      message: v.nullable(v.string()),
      imageUrl: v.nullable(v.string()),
      permalink: v.nullable(v.string()),
      createdAt: v.string(),
      type: v.picklist(['image', 'video', 'document', 'link', 'text']),
      link: v.nullable(v.string()),
      cta: v.nullable(v.string()),
      boostable: v.boolean(),
    }),
  ),
  pagination,
  count: v.number(),
});
export type ListPostsResponse = v.InferOutput<typeof listPostsResponse>;

export const listIdentitiesRequest = aliased({
  accountId: v.optional(accountId),
  ...part,
  page: partPage,
});
export type ListIdentitiesRequest = v.InferOutput<typeof listIdentitiesRequest>;

export const listIdentitiesResponse = answer({
  data: v.array(
    v.object({
      value: v.string(),
      label: v.string(),
      username: v.nullable(v.string()),
      imageUrl: v.nullable(v.string()),
    }),
  ),
  pagination,
  count: v.number(),
});
export type ListIdentitiesResponse = v.InferOutput<typeof listIdentitiesResponse>;
