import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import {
  accountId,
  entityId,
  entityName,
  flag,
  word,
  workspaceId,
} from '../../../../core/base/schema/request-fields.ts';
import { adSetRequest, campaignRequest } from '../create/schema.ts';

const shared = { accountId, workspaceId, dryRun: v.optional(flag), confirm: v.optional(flag) };
const of = campaignRequest.entries;
const ofSet = adSetRequest.entries;

export const campaignUpdate = aliased(
  {
    ...shared,
    campaignId: entityId,
    name: v.optional(entityName),
    objective: v.optional(of.objective),
    specialAdCategories: of.specialAdCategories,
    bidStrategy: of.bidStrategy,
    campaignSpendCap: of.campaignSpendCap,
    adSetBudgetSharing: of.adSetBudgetSharing,
    promotedObject: of.promotedObject,
    startTime: of.startTime,
    endTime: of.endTime,
    status: of.status,
    dailyBudget: of.dailyBudget,
    lifetimeBudget: of.lifetimeBudget,
  },
  { campaignSpendCap: ['spendcap'], adSetBudgetSharing: ['isadsetbudgetsharingenabled'] },
);
export type CampaignUpdate = v.InferOutput<typeof campaignUpdate>;

const {
  accountId: _account,
  campaignId: _campaign,
  name: _name,
  workspaceId: _workspace,
  ...adSetFields
} = ofSet;

export const adSetUpdate = aliased({
  ...shared,
  ...adSetFields,
  adSetId: entityId,
  name: v.optional(entityName),
  /** Members are replaced one by one; null removes one. */
  targeting: v.optional(v.looseObject({})),
  locationMode: v.optional(word(['replace', 'merge'])),
});
export type AdSetUpdate = v.InferOutput<typeof adSetUpdate>;

/**
 * Web addresses, and those of telephones and apps. `v.url` needs `URL`, which Apps Script lacks.
 */
const address = /^(https?:\/\/[^\s/?#@]\S*|(?!https?:)[a-z][a-z0-9+.-]*:\S+)$/i;

const texts = (most: number) =>
  v.optional(listOfAtMost(v.pipe(v.string(), v.minLength(1), v.maxLength(most)), 5, 'texts'));

export const adUpdate = aliased(
  {
    ...shared,
    adId: entityId,
    name: v.optional(entityName),
    creativeId: v.optional(entityId),
    primaryTexts: texts(5000),
    headlines: texts(255),
    link: v.optional(
      v.pipe(v.string(), v.trim(), v.regex(address, 'Give a whole address, with https://.')),
    ),
    urlTags: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000))),
  },
  {
    primaryTexts: ['messages', 'bodies'],
    headlines: ['titles'],
    link: ['url', 'destinationurl'],
    name: ['adname'],
  },
);
export type AdUpdate = v.InferOutput<typeof adUpdate>;
