import { harmlessTwice, orThrow } from '../../kit/calls.ts';
import { createClaims } from '../../kit/claims.ts';
import { at, compareIds, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import { isAd, isCreative, isVideo } from '../../kit/operations.ts';
import type {
  Access,
  AdOperation,
  CreativeRemoval,
  Fail,
  LaunchCapability,
  LaunchOperation,
  MediaSource,
  Outcome,
  Row,
  UploadOperation,
} from '../../types.ts';
import {
  creativeKey,
  creativeName,
  hasForm,
  needsReadBack,
  readBackFields,
  readBackWarnings,
} from '../creative/creative.ts';
import { batchSize } from '../wire/batch.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';
import { edgeOf } from '../wire/params.ts';
import { formLost, launchCost } from './entries.ts';
import { sendLaunch } from './send.ts';
import { validateLaunch } from './validate.ts';
import { videoTitle } from './videos.ts';

interface LaunchPorts {
  readonly graph: Graph;
  readonly calls: Calls;
  readonly media: MediaSource;
  readonly settleMs: number;
  readonly answerMs: number;
  readonly firstLookMs: number;
}

export function createLaunch({
  graph,
  calls,
  media,
  settleMs,
  answerMs,
  firstLookMs,
}: LaunchPorts): LaunchCapability {
  return {
    creatives: 'shared',
    waveSize: batchSize,
    settleMs,
    answerMs,
    leavesMarks: true,
    firstLookMs,
    creativeKey,
    cost: launchCost,
    send: (access, operations) => sendLaunch({ graph, media }, access, operations),
    reconcile: (access, operations, taken) =>
      reconcileLaunch({ calls, fail: graph.fail }, access, operations, taken),
    removeCreatives: (access, request) => removeCreatives(calls, access, request),
    validate: (access, operations) => validateLaunch(calls, access, operations, graph.fail),
    managerUrl: ({ adAccountId }, adId) =>
      `https://adsmanager.facebook.com/adsmanager/manage/ads?act=${adAccountId.replace(/^act_/, '')}&selected_ad_ids=${adId}`,
    usage: (adAccountId) => graph.usage(adAccountId),
  };
}

type Request = Parameters<NonNullable<LaunchCapability['removeCreatives']>>[1];

/** Without this the list leaves out archived ads, which show their creative too. */
const anyStatus = wordsIn(`
  ACTIVE PAUSED ARCHIVED CAMPAIGN_PAUSED ADSET_PAUSED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO IN_PROCESS
  WITH_ISSUES
`);

/**
 * Only creatives with the batch's label: for a known post the platform may answer with an earlier
 * creative. The platform also refuses to delete one in use (facebook-php-business-sdk #385).
 */
async function removeCreatives(
  calls: Calls,
  access: Access,
  { ids, batch, gone }: Request,
): Promise<readonly CreativeRemoval[]> {
  const results = new Map<string, CreativeRemoval>();
  const reads = await calls.readMany(
    access,
    ids.map((id) => ({ path: id, params: { fields: 'id,status,adlabels' } })),
  );
  ids.forEach((id, position) => {
    const read = reads[position];
    const known = read === undefined ? undefined : judge(read, batch);
    if (known !== undefined) results.set(id, known);
  });

  const open = ids.filter((id) => !results.has(id));
  const shown = await adsShowing(calls, access, open, new Set(gone));
  for (const [id, ads] of shown) {
    const others = ads.length === 1 ? '' : ` and ${ads.length - 1} more`;
    results.set(id, { state: 'kept', why: `Ad ${ads[0]}${others} still shows this creative.` });
  }

  const free = open.filter((id) => !results.has(id));
  const answers = await calls.writeMany(
    access,
    free.map((id) => ({ method: 'DELETE', path: id })),
    harmlessTwice,
  );
  free.forEach((id, position) => {
    const answer = answers[position];
    const refused =
      answer?.ok === false && answer.failure.class !== 'missing' ? answer.failure : undefined;
    results.set(
      id,
      refused === undefined ? { state: 'removed' } : { state: 'failed', failure: refused },
    );
  });
  return ids.map((id) => results.get(id) ?? { state: 'removed' });
}

function judge(
  read: Awaited<ReturnType<Calls['readMany']>>[number],
  batch: string,
): CreativeRemoval | undefined {
  if (!read.ok)
    return read.failure.class === 'missing'
      ? { state: 'removed' }
      : { state: 'failed', failure: read.failure };
  if (read.body.status === 'DELETED') return { state: 'removed' };
  const labels = rowsOf(read.body.adlabels);
  if (labels.some(({ name }) => name === batch)) return undefined;
  return {
    state: 'kept',
    why: 'The platform had this creative before the launch and used it again.',
  };
}

/** Without those just deleted. Throws `PlatformError`. */
async function adsShowing(
  calls: Calls,
  access: Access,
  ids: readonly string[],
  gone: ReadonlySet<string>,
) {
  const shown = new Map<string, string[]>();
  if (ids.length === 0) return shown;
  const ads: readonly Row[] = await calls.list(access, edgeOf(access, 'ads'), {
    fields: 'id,creative{id}',
    filtering: [{ field: 'creative.id', operator: 'IN', value: ids }],
    effective_status: anyStatus,
    limit: 500,
  });
  for (const ad of ads) {
    const [id, creative] = [said(ad.id), said(ad, 'creative', 'id')];
    if (!gone.has(id) && ids.includes(creative))
      shown.set(creative, [...(shown.get(creative) ?? []), id]);
  }
  return shown;
}

/**
 * Creatives and ads carry their batch as a label; a creative is found by name, an ad by ad set,
 * creative and name. A video carries batch and operation in its title. Images are not looked for:
 * the same bytes get the same hash. Neither are boosted posts: the platform answers with the
 * creative it has.
 */
async function reconcileLaunch(
  { calls, fail }: { readonly calls: Calls; readonly fail: Fail },
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const formless = new Map<LaunchOperation, Outcome>();
  const videos = operations.filter(isVideo);
  const titled = await videosByTitle(calls, access, videos);
  for (const operation of videos)
    claims.claim(operation, titled, (row) => row.title === videoTitle(operation));

  for (const batch of new Set(operations.map((operation) => operation.batch))) {
    const mine = operations.filter((operation) => operation.batch === batch);
    const creatives = mine.filter(isCreative);
    const ads = mine.filter(isAd);
    if (creatives.length + ads.length === 0) continue;
    const label = await labelId(calls, access, batch);
    if (label === undefined) continue;

    const fields = creatives.some(({ ad }) => needsReadBack(ad)) ? readBackFields : 'id,name';
    const labelled =
      creatives.length > 0
        ? await byLabel(calls, access, { edge: 'adcreativesbylabels', label, fields })
        : [];
    for (const operation of creatives) {
      const name = creativeName(operation);
      claims.claim(
        operation,
        labelled,
        (row) => row.name === name,
        (row) => {
          if (!hasForm(operation.ad, row)) formless.set(operation, formLost(operation.ad, fail));
          return readBackWarnings(operation.ad, row);
        },
      );
    }
    const labelledAds =
      ads.length > 0
        ? await byLabel(calls, access, {
            edge: 'adsbylabels',
            label,
            fields: 'id,name,adset_id,creative{id}',
          })
        : [];
    for (const operation of ads)
      claims.claim(operation, labelledAds, (row) => isAdOf(operation, row));
  }
  const found = claims.outcomes(operations);
  return operations.map((operation, i) => formless.get(operation) ?? found[i]);
}

const isAdOf = (operation: AdOperation, row: Row) =>
  row.name === operation.name &&
  text(row.adset_id) === operation.adSet.id &&
  (operation.creativeId === undefined || text(at(row, 'creative', 'id')) === operation.creativeId);

/** Oldest first, so that equal operations are answered in order. */
async function byLabel(
  calls: Calls,
  access: Access,
  {
    edge,
    label,
    fields,
  }: { readonly edge: string; readonly label: string; readonly fields: string },
) {
  const path = edgeOf(access, edge);
  const rows = await calls.list(access, path, {
    ad_label_ids: [label],
    operator: 'ANY',
    fields,
    limit: 500,
  });
  return [...rows].sort((a, b) => compareIds(said(a.id), said(b.id)));
}

/** The edges take a label's id, which only the list of up to 100,000 labels tells. */
async function labelId(calls: Calls, access: Access, name: string) {
  const path = edgeOf(access, 'adlabels');
  let after: string | undefined;
  do {
    const page = await calls.page(access, path, {
      fields: 'id,name',
      limit: 1_000,
      ...(after && { after }),
    });
    const label = page.rows.find((row) => row.name === name);
    if (label !== undefined) return text(label.id);
    after = page.after;
  } while (after !== undefined);
  return undefined;
}

async function videosByTitle(calls: Calls, access: Access, videos: readonly UploadOperation[]) {
  if (videos.length === 0) return [];
  const path = edgeOf(access, 'advideos');
  const reads = videos.map((operation) => ({
    path,
    params: { fields: 'id,title', title: videoTitle(operation), limit: 10 },
  }));
  const answers = await calls.readMany(access, reads);
  // A missing answer must not make a second video.
  return answers.flatMap((answer) => rowsOf(orThrow(answer).body));
}
