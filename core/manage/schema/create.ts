import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { idText } from '../../base/schema/fields.ts';
import {
  accountId,
  entityName,
  namingInput,
  requestWarnings,
  workspaceId,
} from '../../base/schema/request-fields.ts';

/** Of every request for a new object. The rest is in the schema of the platform's definition. */
/** A bad name is told whatever account is named. */
export const creationTarget = aliased({ accountId, name: entityName, workspaceId });

/** As callers may send it: `naming` stands for the name, and `presetId` for what it leaves out. */
export function withKeptParts(request: v.GenericSchema): v.GenericSchema {
  const { entries } = request as { readonly entries?: v.ObjectEntries };
  if (entries === undefined) return request;
  return v.object({
    ...entries,
    name: v.optional(entityName),
    naming: v.optional(namingInput),
    presetId: v.optional(idText),
  });
}

/** `record`: what a platform shows of it. */
export const createCampaignResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({
    campaignId: v.string(),
    campaign: record,
    updateId: v.optional(v.string()),
    warnings: requestWarnings,
  });

export const createAdSetResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({
    adSetId: v.string(),
    adSet: record,
    updateId: v.optional(v.string()),
    warnings: requestWarnings,
  });
