import * as v from 'valibot';
import {
  keyText,
  nameText,
  platformObjectId,
  shortText,
  wholeNumber,
} from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { usedIn } from '../../operations/named-documents.ts';

const copies = v.pipe(
  listOfAtMost(shortText(2_000), 5, 'texts'),
  v.minLength(1, 'Give at least one.'),
);

/** Stands in double braces: `{{product}}`. */
const variable = v.object({
  key: keyText,
  label: v.optional(shortText(100)),
  default: v.optional(shortText(500)),
});

const optionalParts = {
  variables: v.optional(listOfAtMost(variable, 30, 'variables')),
  cta: v.optional(v.nullable(shortText(100))),
  link: v.optional(v.nullable(shortText(2_000))),
  utmTags: v.optional(v.nullable(shortText(2_000))),
  adAccountIds: v.optional(listOfAtMost(platformObjectId, 100, 'ad accounts')),
};

export const newAdCopyTemplate = v.object({
  name: nameText(200),
  titles: copies,
  descriptions: copies,
  ...optionalParts,
});

export const adCopyTemplateChanges = v.object({
  name: v.optional(nameText(200)),
  titles: v.optional(copies),
  descriptions: v.optional(copies),
  ...optionalParts,
});

export const adCopyTemplate = v.object({
  id: v.string(),
  name: v.string(),
  titles: v.array(v.string()),
  descriptions: v.array(v.string()),
  cta: v.nullable(v.string()),
  link: v.nullable(v.string()),
  utmTags: v.nullable(v.string()),
  variables: v.array(variable),
  adAccountIds: v.array(v.string()),
  usedIn,
  createdAt: v.string(),
  updatedAt: v.string(),
});

export type AdCopyTemplate = v.InferOutput<typeof adCopyTemplate>;

export const olderListQuery = v.object({
  page: v.optional(wholeNumber(1, 10_000_000, { default: 1 })),
  pageSize: v.optional(wholeNumber(1, 100, { default: 20 })),
  sortBy: v.optional(v.picklist(['name', 'createdAt', 'updatedAt'])),
  sortOrder: v.optional(v.picklist(['asc', 'desc', 'ASC', 'DESC'])),
});

export type OlderListQuery = v.InferOutput<typeof olderListQuery>;

export const olderAdCopyTemplateList = v.object({
  data: v.array(adCopyTemplate),
  pagination: v.object({
    page: v.number(),
    pageSize: v.number(),
    total: v.number(),
    totalPages: v.number(),
  }),
});
