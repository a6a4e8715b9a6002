import type * as v from 'valibot';
import type { Caller } from '../core/access/caller.ts';
import { companyKind } from '../core/access/records.ts';
import { connectPlatform, listConnections } from '../core/accounts/connect.ts';
import { listAdAccounts, listProfiles } from '../core/accounts/discover.ts';
import { SlipwayError } from '../core/errors.ts';
import { checkOperation } from '../core/guard/check-operation.ts';
import { changeGuardrails, showGuardrails } from '../core/guard/guardrails.ts';
import { dryRun } from '../core/launch/accept/dry-run.ts';
import { submitLaunch } from '../core/launch/accept/submit.ts';
import { cancelBatch } from '../core/launch/cancel.ts';
import { retryBatch } from '../core/launch/retry.ts';
import { type BatchStatus, batchStatus, listBatches } from '../core/launch/show/status.ts';
import { undoBatch } from '../core/launch/undo/undo.ts';
import { createAdSet, createCampaign } from '../core/manage/create/create-object.ts';
import { duplicateAd } from '../core/manage/duplicate/duplicate-ad.ts';
import { duplicateAdSet } from '../core/manage/duplicate/duplicate-ad-set.ts';
import { duplicateCampaign } from '../core/manage/duplicate/duplicate-campaign.ts';
import { updateBudget } from '../core/manage/edit/update-budget.ts';
import { updateStatus } from '../core/manage/edit/update-status.ts';
import { acceptFile, receiveFile } from '../core/media/accept.ts';
import { acceptUrl } from '../core/media/accept-url.ts';
import type { Clock } from '../core/ports/clock.ts';
import { SYSTEM } from '../core/ports/store.ts';
import type { Once } from '../core/records/once.ts';
import { dailySpend } from '../core/report/daily-spend.ts';
import { adsetPerformance } from '../core/report/performance.ts';
import { queryReport } from '../core/report/query-report.ts';
import { topAds } from '../core/report/top-ads.ts';
import { newConnection } from '../core/schema/accounts.ts';
import { guardrailsBody, guardrailsCheckBody } from '../core/schema/guardrails.ts';
import { type launchBody, undoBody } from '../core/schema/launch.ts';
import * as duplicate from '../core/schema/manage-duplicate.ts';
import { updateBudgetRequest, updateStatusRequest } from '../core/schema/manage-edit.ts';
import { parseRequest } from '../core/schema/parse.ts';
import * as report from '../core/schema/report.ts';
import { adsetPerformanceRequest } from '../core/schema/report-performance.ts';
import { eachCall } from './http/each-call.ts';
import { type Operation, onceFor } from './http/idempotent.ts';
import { uploadMeaning } from './http/upload.ts';
import type { ServerPorts } from './ports.ts';
import { closedError } from './process/lifetime.ts';

type Request<S extends v.GenericSchema> = v.InferInput<S>;

/** For everything that writes. */
/** A new campaign or ad set, in the words of its platform. */
export type NewObject = { readonly [field: string]: unknown };

export interface WriteOptions {
  /**
   * 1 to 255 characters. The same call under the same key is carried out once within 24 hours: when a process
   * dies before it has the answer, the next one repeats the call, and gets the answer or has the rest done. Keys
   * are those of the API: a request there and a call here with the same key are one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What a company can do, as functions: the same checks, the same answers as the API. */
export type UseCases = ReturnType<typeof useCases>;

/** @param ending aborted when whoever waits is to be told that the service is closed */
export function useCases(ports: ServerPorts, caller: Caller, ending?: AbortSignal) {
  const { companyId } = caller;
  /** Under the path of the route that does the same. */
  const once = (path: string, body: object, { idempotencyKey: key }: WriteOptions, params?: Operation['params']): Promise<Once> =>
    onceFor(ports, companyId, key, { path, params, body });
  return {
    /** The platforms the company is connected to. */
    connections: () => listConnections(ports, companyId),
    /** Tries credentials, keeps them sealed, and registers the ad accounts they reach. */
    connect: async (request: Request<typeof newConnection>, options: WriteOptions = {}) =>
      connectPlatform(ports, caller, parseRequest(newConnection, request), await once('/v1/connections', request, options)),
    adAccounts: () => listAdAccounts(ports, companyId, {}),
    /** The ad sets of an account as a launch takes them, with the room each has left. */
    adSets: async (query: Request<typeof adsetPerformanceRequest>) =>
      (await adsetPerformance(ports, companyId, parseRequest(adsetPerformanceRequest, query))).data,
    /** The pages and profiles ads of an account can be shown under. */
    profiles: (query: { readonly accountId: string }) => listProfiles(ports, companyId, query),

    /** Takes an image or a video in; the `url` of the answer can be used in launches. */
    async upload(name: string, content: Uint8Array | AsyncIterable<Uint8Array>, options: WriteOptions = {}) {
      if (typeof content === 'string')
        throw new SlipwayError(
          'bad_request',
          'The content of a file is bytes, not a text: give a Uint8Array or a stream of them.',
        );
      const file = await receiveFile(ports, content instanceof Uint8Array ? single(content) : content);
      try {
        const operation = await once('/v1/media/upload', uploadMeaning(file, name), options);
        return await acceptFile(ports, caller, file, name, operation);
      } finally {
        await file.discard();
      }
    },
    uploadUrl: async (request: { readonly url: string; readonly name?: string }, options: WriteOptions = {}) =>
      acceptUrl(ports, caller, request, await once('/v1/media/upload/url', request, options)),

    /** What a launch would do and cost; nothing is created. */
    plan: (request: Request<typeof launchBody>, options: { readonly validate?: boolean } = {}) =>
      dryRun(ports, companyId, request, options),
    /** Durable when it answers; the ads follow in the background. */
    launch: async (request: Request<typeof launchBody>, options: WriteOptions = {}) =>
      submitLaunch(ports, caller, request, await once('/v1/launch', request, options)),
    status: (batchId: number): Promise<BatchStatus> => batchStatus(ports, companyId, String(batchId)),
    /** Waits until every ad of a batch is launched or has failed. Throws `unavailable` when the service failed at it for more than a day. */
    async finished(batchId: number, onProgress: (status: BatchStatus) => void = () => undefined): Promise<BatchStatus> {
      for (;;) {
        const status = await batchStatus(ports, companyId, String(batchId));
        onProgress(status);
        if (status.status !== 'processing') return status;
        if (status.halted !== undefined) throw new SlipwayError('unavailable', status.message);
        await rest(ports.clock, LOOK_MS, ending);
        if (ending?.aborted) throw closedError();
      }
    },
    batches: async (window = { offset: 0, limit: 100 }) => (await listBatches(ports, companyId, {}, window)).items,
    /** Launches what failed once more, and nothing that exists. */
    retry: async (batchId: number, options: WriteOptions = {}) =>
      retryBatch(ports, caller, String(batchId), await once('/v1/batches/{id}/retry', {}, options, { id: batchId })),
    /** Sends nothing more of a batch. */
    cancel: async (batchId: number, options: WriteOptions = {}) =>
      cancelBatch(ports, caller, String(batchId), await once('/v1/batches/{id}/cancel', {}, options, { id: batchId })),
    /** Pauses or deletes exactly what a batch created. */
    undo: async (batchId: number, mode?: 'pause' | 'delete', options: WriteOptions = {}) =>
      undoBatch(
        ports,
        caller,
        String(batchId),
        parseRequest(undoBody, { mode }).mode ?? 'pause',
        await once('/v1/batches/{id}/undo', { mode }, options, { id: batchId }),
      ),

    /** One to ten copies of an ad set, a campaign or an ad. */
    duplicate: {
      adSet: async (request: Request<typeof duplicate.duplicateAdSetRequest>, options: WriteOptions = {}) =>
        duplicateAdSet(
          ports,
          caller,
          parseRequest(duplicate.duplicateAdSetRequest, request),
          await once('/v1/manage/duplicate-adset', request, options),
        ),
      campaign: async (request: Request<typeof duplicate.duplicateCampaignRequest>, options: WriteOptions = {}) =>
        duplicateCampaign(
          ports,
          caller,
          parseRequest(duplicate.duplicateCampaignRequest, request),
          await once('/v1/manage/duplicate-campaign', request, options),
        ),
      ad: async (request: Request<typeof duplicate.duplicateAdRequest>, options: WriteOptions = {}) =>
        duplicateAd(
          ports,
          caller,
          parseRequest(duplicate.duplicateAdRequest, request),
          await once('/v1/manage/duplicate-ad', request, options),
        ),
    },
    /** What the platform of the account takes besides: GET /openapi.json, create-campaign. */
    createCampaign: async (request: NewObject, options: WriteOptions = {}) =>
      createCampaign(ports, caller, request, await once('/v1/manage/create-campaign', request, options)),
    createAdSet: async (request: NewObject, options: WriteOptions = {}) =>
      createAdSet(ports, caller, request, await once('/v1/manage/create-adset', request, options)),
    updateBudget: async (request: Request<typeof updateBudgetRequest>, options: WriteOptions = {}) =>
      updateBudget(
        ports,
        caller,
        parseRequest(updateBudgetRequest, request),
        await once('/v1/manage/update-budget', request, options),
      ),
    updateStatus: async (request: Request<typeof updateStatusRequest>, options: WriteOptions = {}) =>
      updateStatus(
        ports,
        caller,
        parseRequest(updateStatusRequest, request),
        await once('/v1/manage/update-status', request, options),
      ),

    /** The limits in money that every create, copy, rise and activation has to keep. */
    guardrails: () => showGuardrails(ports, companyId),
    /** Replaces the limits the company has set; what is left out is the default. */
    changeGuardrails: async (request: Request<typeof guardrailsBody>) =>
      changeGuardrails(ports, caller, parseRequest(guardrailsBody, request)),
    /** What the limits would say to an operation; nothing is changed. */
    checkGuardrails: async (request: Request<typeof guardrailsCheckBody>) =>
      checkOperation(ports, caller, parseRequest(guardrailsCheckBody, request)),

    /** Figures of ad accounts, grouped, filtered and sorted. */
    report: (query: Request<typeof report.reportQueryRequest>) =>
      queryReport(ports, companyId, parseRequest(report.reportQueryRequest, query)),
    topAds: (query: Request<typeof report.topAdsRequest>) => topAds(ports, companyId, parseRequest(report.topAdsRequest, query)),
    dailySpend: (query: Request<typeof report.dailySpendRequest>) =>
      dailySpend(ports, companyId, parseRequest(report.dailySpendRequest, query)),
  };
}

/**
 * The same for a company that may not be there: every call looks first, and throws `not_found` before it does
 * anything.
 */
export function checkedUseCases(ports: ServerPorts, caller: Caller, ending?: AbortSignal): UseCases {
  const { companyId } = caller;
  const check = async (): Promise<void> => {
    const isId = typeof companyId === 'string' && /^[\w-]{1,100}$/.test(companyId);
    if (isId && (await ports.store.get(companyKind, SYSTEM, companyId)) !== undefined) return;
    throw new SlipwayError('not_found', `There is no company ${String(companyId).slice(0, 100)} in this installation.`);
  };
  return eachCall(useCases(ports, caller, ending), async (call) => {
    await check();
    return call();
  });
}

/** Resolves after a while, or at once when the signal is aborted. */
async function rest(clock: Clock, ms: number, ending: AbortSignal | undefined): Promise<void> {
  let wake = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    wake = resolve;
  });
  ending?.addEventListener('abort', wake);
  await Promise.race([clock.sleep(ms), aborted]);
  ending?.removeEventListener('abort', wake);
}

const LOOK_MS = 250;

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
