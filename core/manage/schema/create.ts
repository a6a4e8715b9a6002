import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { idText } from '../../base/schema/fields.ts';
import { accountId, entityName, namingInput, requestWarnings, workspaceId } from '../../base/schema/request-fields.ts';

/** What every request for a new object says. The rest of it is the platform's: its definition has the schema. */
export const creationTarget = aliased({ accountId, name: entityName, workspaceId });

/** The same request as callers may send it: `naming` stands for its name, and `presetId` for what it leaves out. */
export function withKeptParts(request: v.GenericSchema): v.GenericSchema {
  const { entries } = request as { readonly entries?: v.ObjectEntries };
  if (entries === undefined) return request;
  return v.object({ ...entries, name: v.optional(entityName), naming: v.optional(namingInput), presetId: v.optional(idText) });
}

/** The answer to a new campaign; `record` says what a platform shows of it. */
export const createCampaignResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({ campaignId: v.string(), campaign: record, warnings: requestWarnings });

/** The same for an ad set. */
export const createAdSetResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({ adSetId: v.string(), adSet: record, warnings: requestWarnings });

/** A body as callers send it. */
export type CreationBody = { readonly accountId: string; readonly [field: string]: unknown } | object;
