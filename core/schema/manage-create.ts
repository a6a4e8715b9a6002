import * as v from 'valibot';
import { aliased } from './aliases.ts';
import { answer } from './envelope.ts';
import { accountId, entityName, requestWarnings, workspaceId } from './manage-fields.ts';

/** What every request for a new object says. The rest of it is the platform's: its definition has the schema. */
export const creationTarget = aliased({ accountId, name: entityName, workspaceId });

/** The answer to a new campaign; `record` says what a platform shows of it. */
export const createCampaignResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({ campaignId: v.string(), campaign: record, warnings: requestWarnings });

/** The same for an ad set. */
export const createAdSetResponse = (record: v.GenericSchema = v.looseObject({})) =>
  answer({ adSetId: v.string(), adSet: record, warnings: requestWarnings });

/** A body as callers send it. */
export type CreationBody = { readonly accountId: string; readonly [field: string]: unknown } | object;
