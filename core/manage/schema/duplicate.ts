import * as v from 'valibot';
import { itemOutcome, wholeOutcome } from '../../base/outcomes.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { platformError } from '../../base/schema/envelope.ts';
import { nameText, shortText } from '../../base/schema/fields.ts';
import { location } from '../../base/schema/location.ts';
import {
  accountId,
  deliveryStatus,
  entityId,
  flag,
  integer,
  requestWarnings,
  word,
  workspaceId,
} from '../../base/schema/request-fields.ts';
import { halted } from '../../records/halted.ts';

const copyCount = v.optional(integer(1, 10));
/** Leaves room for the mark a copy's name ends in until it is renamed. */
const newName = v.optional(nameText(360));

const startPaused = v.optional(
  v.pipe(
    flag,
    v.description(
      'With initialStatus ACTIVE, what is paused in the source stays paused in its copy. false switches all of it on.',
    ),
  ),
);

export const duplicateAdSetRequest = aliased({
  adsetId: entityId,
  accountId,
  workspaceId,
  copyCount,
  initialStatus: v.optional(deliveryStatus),
  startPaused,
  deepCopy: v.optional(flag),
  targetCampaignId: v.optional(entityId),
  newName,
  location: v.optional(location),
  locationMode: v.optional(word(['replace', 'merge'])),
});
export type DuplicateAdSetRequest = v.InferOutput<typeof duplicateAdSetRequest>;

export const duplicateCampaignRequest = aliased({
  campaignId: entityId,
  accountId,
  workspaceId,
  copyCount,
  initialStatus: v.optional(deliveryStatus),
  startPaused,
  deepCopy: v.optional(flag),
  newName,
});
export type DuplicateCampaignRequest = v.InferOutput<typeof duplicateCampaignRequest>;

const copyText = v.optional(shortText(5000));

export const copyValues = aliased({
  primaryText1: copyText,
  primaryText2: copyText,
  primaryText3: copyText,
  primaryText4: copyText,
  primaryText5: copyText,
  headline1: copyText,
  headline2: copyText,
  headline3: copyText,
  headline4: copyText,
  headline5: copyText,
  url: v.optional(
    v.pipe(
      shortText(4000),
      v.regex(/^https?:\/\/[^\s]+$/i, 'Give a full address that starts with https://.'),
    ),
  ),
  urlTags: v.optional(shortText(4000)),
  adName: newName,
});
export type CopyValuesInput = v.InferOutput<typeof copyValues>;

export const duplicateAdRequest = aliased({
  adId: entityId,
  accountId,
  workspaceId,
  targetAdSetId: v.optional(entityId),
  copyCount,
  initialStatus: v.optional(deliveryStatus),
  startPaused,
  copyValues: v.optional(copyValues),
});
export type DuplicateAdRequest = v.InferOutput<typeof duplicateAdRequest>;

const copyEntries = {
  copyNumber: v.number(),
  success: v.boolean(),
  /** `unknown` while it is being made. */
  outcome: itemOutcome,
  /** Still being made: it goes on by itself. */
  pending: v.optional(v.literal(true)),
  method: v.optional(v.picklist(['copies', 'recreation'])),
  renamed: v.optional(v.boolean()),
  newName: v.optional(v.string()),
  renameError: v.optional(v.string()),
  locationApplied: v.optional(v.boolean()),
  locationError: v.optional(v.string()),
  statusError: v.optional(v.string()),
  /** Ads the platform refused to take along, whatever was tried. */
  skipped: v.optional(
    v.array(v.object({ id: v.string(), name: v.string(), error: v.string(), platformError })),
  ),
  /** What the copy lacks of its source, because the platform no longer has it. */
  warnings: v.optional(v.array(v.string())),
  error: v.optional(v.string()),
  platformError: v.optional(platformError),
  leftBehind: v.optional(v.array(v.object({ type: v.string(), id: v.string() }))),
};

const copyResult = v.object({ ...copyEntries, newId: v.optional(v.string()) });
export type CopyResult = v.InferOutput<typeof copyResult>;

const counts = {
  /** `done`: all copies are made, with all that was asked for. */
  outcome: wholeOutcome,
  successCount: v.number(),
  failCount: v.number(),
  /** Still being made; only where the platform made us wait too long. */
  pendingCount: v.optional(v.number()),
  duplicateId: v.string(),
  warnings: requestWarnings,
};

export const duplicateAdSetResponse = v.object({
  success: v.boolean(),
  originalAdSetId: v.string(),
  results: v.array(
    v.object({ ...copyEntries, locationApplied: v.boolean(), newAdSetId: v.optional(v.string()) }),
  ),
  ...counts,
});
export type DuplicateAdSetResponse = v.InferOutput<typeof duplicateAdSetResponse>;

export const duplicateCampaignResponse = v.object({
  success: v.boolean(),
  originalCampaignId: v.string(),
  results: v.array(v.object({ ...copyEntries, newCampaignId: v.optional(v.string()) })),
  ...counts,
});
export type DuplicateCampaignResponse = v.InferOutput<typeof duplicateCampaignResponse>;

export const duplicateAdResponse = v.object({
  success: v.boolean(),
  originalAdId: v.string(),
  results: v.array(v.object({ ...copyEntries, newAdId: v.optional(v.string()) })),
  ...counts,
});
export type DuplicateAdResponse = v.InferOutput<typeof duplicateAdResponse>;

export const duplicateStatusResponse = v.object({
  success: v.boolean(),
  status: v.picklist(['running', 'finished']),
  halted: v.optional(halted),
  sourceType: v.picklist(['campaign', 'adset', 'ad']),
  sourceId: v.string(),
  results: v.array(copyResult),
  ...counts,
});
export type DuplicateStatusResponse = v.InferOutput<typeof duplicateStatusResponse>;
