import { asRow, text } from '../../kit/json.ts';
import { withoutId } from '../../kit/send-launch.ts';
import type {
  AdOperation,
  Answer,
  Fail,
  LaunchAd,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  Row,
} from '../../types.ts';
import {
  buildCreative,
  hasForm,
  needsReadBack,
  readBackFields,
  readBackWarnings,
} from '../creative/creative.ts';
import { assetGroups } from '../creative/flexible.ts';
import { unmarked } from '../link-demand.ts';
import { type BatchEntry, batchSize } from '../wire/batch.ts';
import { accountNode } from '../wire/params.ts';
import { readyEntry, readyOutcome, videoByUrlEntry } from './videos.ts';

/** The sender adds the bytes of images. */
export interface Prepared {
  readonly entries: readonly BatchEntry[];
  readonly warnings?: readonly string[];
}

/** Entries of a batch. */
function entryCount(operation: LaunchOperation) {
  return operation.kind === 'creative' && needsReadBack(operation.ad) ? 2 : 1;
}

/** Files of our own store are sent in pieces, outside any batch; the plan knows their hash. */
const isOwnVideo = (operation: LaunchOperation) =>
  operation.kind === 'video' && operation.media.sha256 !== undefined;

/** Start, at least one piece, finish. */
const callsOfOwnVideo = 3;

/**
 * As the platform counts: every entry of a batch is a call. A video of our own store needs one more
 * for each further piece, and images of more than 20 MB together need further requests.
 */
export const launchCost: LaunchCapability['cost'] = (operations) => {
  const own = operations.filter(isOwnVideo).length;
  const batched = operations.filter((operation) => !isOwnVideo(operation));
  return {
    calls:
      own * callsOfOwnVideo + batched.reduce((sum, operation) => sum + entryCount(operation), 0),
    requests: own * callsOfOwnVideo + packed(batched).length,
  };
};

/** In order; the entries of one operation stay together. */
export function packed<T extends LaunchOperation>(
  operations: readonly T[],
): readonly (readonly T[])[] {
  const packs: T[][] = [];
  let room = 0;
  for (const operation of operations) {
    const count = entryCount(operation);
    if (count > room) {
      packs.push([]);
      room = batchSize;
    }
    packs[packs.length - 1]?.push(operation);
    room -= count;
  }
  return packs;
}

/** Throws `UnbuildableAd`. `name` must be unique in its request. */
export function entriesOf(adAccountId: string, operation: LaunchOperation, name: string): Prepared {
  const account = accountNode(adAccountId);
  switch (operation.kind) {
    case 'image':
      return { entries: [{ method: 'POST', path: `${account}/adimages` }] };
    case 'video':
      return { entries: [videoByUrlEntry(adAccountId, operation)] };
    case 'ready':
      return { entries: [readyEntry(operation.videoId)] };
    case 'ad':
      return { entries: [{ method: 'POST', path: `${account}/ads`, params: adParams(operation) }] };
    case 'creative': {
      const { params, warnings } = buildCreative(operation);
      const create: BatchEntry = { method: 'POST', path: `${account}/adcreatives`, params };
      if (!needsReadBack(operation.ad)) return { entries: [create], ...(warnings && { warnings }) };
      const readBack: BatchEntry = {
        method: 'GET',
        path: `{result=${name}:$.id}`,
        params: { fields: readBackFields },
      };
      return { entries: [{ ...create, name }, readBack], ...(warnings && { warnings }) };
    }
  }
}

/** The batch is the label by which the ad is found again. */
export function adParams(operation: AdOperation) {
  const { ad, key } = unmarked(operation.ad, operation.creativeKey);
  return {
    name: operation.name,
    adset_id: operation.adSet.id,
    creative: { creative_id: operation.creativeId },
    status: operation.ad.paused ? 'PAUSED' : 'ACTIVE',
    adlabels: [{ name: operation.batch }],
    ...(key === 'flexible-groups' && {
      creative_asset_groups_spec: assetGroups(ad, operation.assets),
    }),
  };
}

export function outcomeOf(
  operation: LaunchOperation,
  prepared: Prepared,
  answers: readonly Answer[],
  fail: Fail,
): Outcome {
  const [answer, readBack] = answers;
  if (answer === undefined) return withoutId(fail);
  if (!answer.ok) {
    // The creation's answer is missing, but its object was just read.
    const seen = readBack?.ok === true && answer.maybeDone ? text(readBack.body.id) : undefined;
    if (seen === undefined) return failedOutcome(operation, answer);
  }
  if (operation.kind === 'ready')
    return readyOutcome(operation.videoId, answer.ok ? answer.body : {}, fail);
  const ref = answer.ok
    ? refOf(operation, answer.body)
    : readBack?.ok
      ? text(readBack.body.id)
      : undefined;
  if (ref === undefined) return withoutId(fail);
  if (operation.kind === 'creative' && operation.ad.leadFormId !== undefined) {
    // It is looked for, and read then.
    if (readBack?.ok === false) return { state: 'unknown', failure: readBack.failure };
    if (readBack?.ok && !hasForm(operation.ad, readBack.body)) return formLost(operation.ad, fail);
  }
  const warnings = [...(prepared.warnings ?? []), ...readBackNotes(operation, readBack)];
  return { state: 'done', ref, ...(warnings.length > 0 && { warnings }) };
}

/** The creative stays at the platform, and no ad is made of it. */
export const formLost = ({ leadFormId }: LaunchAd, fail: Fail): Outcome => ({
  state: 'failed',
  failure: fail(
    'rule',
    `The platform dropped the lead form ${leadFormId} from the creative, so no ad was made (it would fail with 3390001).`,
    'Launch the ad again with another type or button; if the form is dropped again, attach it in the ads manager.',
  ),
  adField: 'leadFormId',
});

function refOf(operation: LaunchOperation, body: Row) {
  return operation.kind === 'image' ? imageHash(body) : text(body.id);
}

function failedOutcome(operation: LaunchOperation, answer: Answer & { ok: false }): Outcome {
  const { failure, maybeDone } = answer;
  if (maybeDone && operation.kind !== 'ready') return { state: 'unknown', failure };
  // What the ad refers to may be too new for all of the platform.
  if (operation.kind === 'ad' && failure.class === 'missing') {
    return {
      state: 'failed',
      failure: { ...failure, class: 'flaky', retryable: true, retryAfterMs: 5_000 },
    };
  }
  return { state: 'failed', failure };
}

function readBackNotes(operation: LaunchOperation, readBack: Answer | undefined) {
  if (operation.kind !== 'creative' || readBack === undefined) return [];
  if (readBack.ok) return readBackWarnings(operation.ad, readBack.body);
  return [
    'It could not be checked whether the platform kept all parts of the creative. Look at it in the ads manager.',
  ];
}

/** Images cannot be uploaded by address. The same bytes get the same hash. */
export function imageEntry(adAccountId: string, file: NonNullable<BatchEntry['file']>): BatchEntry {
  return { method: 'POST', path: `${accountNode(adAccountId)}/adimages`, file };
}

/** The key differs by the way of uploading: the first entry counts. */
function imageHash(body: Row) {
  const [image] = Object.values(asRow(body.images) ?? {});
  return text(asRow(image)?.hash);
}
