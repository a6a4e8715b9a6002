import type * as v from 'valibot';
import type { Caller } from '../core/access/caller.ts';
import { connectPlatform, listConnections } from '../core/accounts/connect.ts';
import { listAdAccounts, listProfiles } from '../core/accounts/discover.ts';
import { SlipwayError } from '../core/errors.ts';
import { cancelBatch, retryBatch } from '../core/launch/again.ts';
import { dryRun } from '../core/launch/dry-run.ts';
import { type BatchStatus, batchStatus, listBatches } from '../core/launch/status.ts';
import { submitLaunch } from '../core/launch/submit.ts';
import { undoBatch } from '../core/launch/undo.ts';
import { duplicateAd } from '../core/manage/duplicate-ad.ts';
import { duplicateAdSet } from '../core/manage/duplicate-ad-set.ts';
import { duplicateCampaign } from '../core/manage/duplicate-campaign.ts';
import { updateStatus } from '../core/manage/update-status.ts';
import { acceptFile, receiveFile } from '../core/media/accept.ts';
import { acceptUrl } from '../core/media/accept-url.ts';
import { dailySpend } from '../core/report/daily-spend.ts';
import { adsetPerformance } from '../core/report/performance.ts';
import { queryReport } from '../core/report/query-report.ts';
import { topAds } from '../core/report/top-ads.ts';
import { newConnection } from '../core/schema/accounts.ts';
import { type launchBody, undoBody } from '../core/schema/launch.ts';
import * as duplicate from '../core/schema/manage-duplicate.ts';
import { updateStatusRequest } from '../core/schema/manage-edit.ts';
import { parseRequest } from '../core/schema/parse.ts';
import * as report from '../core/schema/report.ts';
import { adsetPerformanceRequest } from '../core/schema/report-performance.ts';
import type { ServerPorts } from './ports.ts';

type Request<S extends v.GenericSchema> = v.InferInput<S>;

/** What a company can do, as functions: the same checks, the same answers as the API. */
export type UseCases = ReturnType<typeof useCases>;

export function useCases(ports: ServerPorts, caller: Caller) {
  const { companyId } = caller;
  return {
    /** The platforms the company is connected to. */
    connections: () => listConnections(ports, companyId),
    /** Tries credentials, keeps them sealed, and registers the ad accounts they reach. */
    connect: (request: Request<typeof newConnection>) => connectPlatform(ports, caller, parseRequest(newConnection, request)),
    adAccounts: () => listAdAccounts(ports, companyId, {}),
    /** The ad sets of an account as a launch takes them, with the room each has left. */
    adSets: async (query: Request<typeof adsetPerformanceRequest>) =>
      (await adsetPerformance(ports, companyId, parseRequest(adsetPerformanceRequest, query))).data,
    /** The pages and profiles ads of an account can be shown under. */
    profiles: (query: { readonly accountId: string }) => listProfiles(ports, companyId, query),

    /** Takes an image or a video in; the `url` of the answer can be used in launches. */
    async upload(name: string, content: Uint8Array | AsyncIterable<Uint8Array>) {
      if (typeof content === 'string')
        throw new SlipwayError(
          'bad_request',
          'The content of a file is bytes, not a text: give a Uint8Array or a stream of them.',
        );
      const chunks = content instanceof Uint8Array ? once(content) : content;
      return acceptFile(ports, caller, await receiveFile(ports, chunks), name);
    },
    uploadUrl: (request: { readonly url: string; readonly name?: string }) => acceptUrl(ports, caller, request),

    /** What a launch would do and cost; nothing is created. */
    plan: (request: Request<typeof launchBody>, options: { readonly validate?: boolean } = {}) =>
      dryRun(ports, companyId, request, options),
    /** Durable when it answers; the ads follow in the background. */
    launch: async (request: Request<typeof launchBody>) => (await submitLaunch(ports, caller, request)).answer,
    status: (batchId: number): Promise<BatchStatus> => batchStatus(ports, companyId, String(batchId)),
    /** Waits until every ad of a batch is launched or has failed. */
    async finished(batchId: number, onProgress: (status: BatchStatus) => void = () => undefined): Promise<BatchStatus> {
      for (;;) {
        const status = await batchStatus(ports, companyId, String(batchId));
        onProgress(status);
        if (status.status !== 'processing') return status;
        await ports.clock.sleep(LOOK_MS);
      }
    },
    batches: async (window = { offset: 0, limit: 100 }) => (await listBatches(ports, companyId, {}, window)).items,
    /** Launches what failed once more, and nothing that exists. */
    retry: (batchId: number) => retryBatch(ports, caller, String(batchId)),
    /** Sends nothing more of a batch. */
    cancel: (batchId: number) => cancelBatch(ports, caller, String(batchId)),
    /** Pauses or deletes exactly what a batch created. */
    undo: async (batchId: number, mode: 'pause' | 'delete' = 'pause') =>
      undoBatch(ports, caller, String(batchId), parseRequest(undoBody, { mode }).mode ?? 'pause'),

    /** One to ten copies of an ad set, a campaign or an ad. */
    duplicate: {
      adSet: async (request: Request<typeof duplicate.duplicateAdSetRequest>) =>
        (await duplicateAdSet(ports, caller, parseRequest(duplicate.duplicateAdSetRequest, request))).answer,
      campaign: async (request: Request<typeof duplicate.duplicateCampaignRequest>) =>
        (await duplicateCampaign(ports, caller, parseRequest(duplicate.duplicateCampaignRequest, request))).answer,
      ad: async (request: Request<typeof duplicate.duplicateAdRequest>) =>
        (await duplicateAd(ports, caller, parseRequest(duplicate.duplicateAdRequest, request))).answer,
    },
    updateStatus: (request: Request<typeof updateStatusRequest>) =>
      updateStatus(ports, caller, parseRequest(updateStatusRequest, request)),

    /** Figures of ad accounts, grouped, filtered and sorted. */
    report: (query: Request<typeof report.reportQueryRequest>) =>
      queryReport(ports, companyId, parseRequest(report.reportQueryRequest, query)),
    topAds: (query: Request<typeof report.topAdsRequest>) => topAds(ports, companyId, parseRequest(report.topAdsRequest, query)),
    dailySpend: (query: Request<typeof report.dailySpendRequest>) =>
      dailySpend(ports, companyId, parseRequest(report.dailySpendRequest, query)),
  };
}

const LOOK_MS = 250;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
