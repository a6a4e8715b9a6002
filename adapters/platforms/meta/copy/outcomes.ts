import type { PlatformFailure } from '../../../../core/base/errors.ts';
import type { EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { CopiedObject, CopyOutcome, CopyRemedy, CopyRequest } from '../../../../core/ports/platform-changes.ts';
import { asRow, at, parse, type Row, rowsOf, said, text } from '../../kit/json.ts';
import type { Answer, Wire } from '../../kit/wire.ts';
import { explain } from '../wire/errors.ts';

/**
 * Refusals that a new ad gets around: labels of assets (2446173), two the interface names without a reason (1634013, 3390001),
 * ended enhancements and crops (3858504, 2490085), a post without a link (2446383, 2061015).
 */
const aboutAds = ['2446173', '1634013', '3390001', '3858504', '2490085', '2446383', '2061015'];

/**
 * Refusals a copy cannot get around: audience flag (1870227), explore placements (2490392), ended interests (1870247), a budget
 * beside the campaign's (4834002).
 */
const aboutAdSets = ['1870227', '2490392', '1870247', '4834002'];

function remedyOf({ type, deep }: CopyRequest, failure: PlatformFailure): CopyRemedy | undefined {
  const code = failure.subcode ?? failure.code ?? '';
  if (failure.class === 'too-large') return 'smaller';
  if (aboutAds.includes(code)) return type === 'ad' ? 'recreate' : deep ? 'recreate-ads' : undefined;
  if (aboutAdSets.includes(code)) return type === 'adset' ? 'recreate' : deep ? 'smaller' : undefined;
  return undefined;
}

export function failedCopy(request: CopyRequest, failure: PlatformFailure): CopyOutcome & { state: 'failed' } {
  const remedy = remedyOf(request, failure);
  return { state: 'failed', failure, ...(remedy !== undefined && { remedy }) };
}

export function copyOutcome(
  request: CopyRequest,
  answer: Answer | undefined,
  wire: Pick<Wire, 'fail' | 'newTraceId'>,
): CopyOutcome {
  if (answer === undefined) return { state: 'unknown', failure: wire.fail('transient', 'No answer.') };
  if (answer.ok) return copied(request.type, answer.body, wire);
  return answer.maybeDone ? { state: 'unknown', failure: answer.failure } : failedCopy(request, answer.failure);
}

/** Sources word the state differently: only the final words are used. */
export function sessionOutcome(
  request: CopyRequest,
  answer: Answer | undefined,
  wire: Pick<Wire, 'fail' | 'newTraceId'>,
): CopyOutcome | { readonly state: 'running' } {
  if (answer === undefined) return { state: 'running' };
  if (!answer.ok) return answer.failure.retryable ? { state: 'running' } : { state: 'unknown', failure: answer.failure };
  const status = said(answer.body.status).toLowerCase();
  const result = asRow(typeof answer.body.result === 'string' ? parse(answer.body.result) : answer.body.result);
  const error = asRow(result?.error);
  if (error !== undefined) return failedCopy(request, explain(error, wire.newTraceId()));
  if (status === 'completed') return copied(request.type, result ?? {}, wire);
  if (status !== 'failed' && status !== 'error') return { state: 'running' };
  const exception = answer.body.exception;
  const message = text(exception) ?? text(at(exception, 'message')) ?? 'The copy failed in the background.';
  return failedCopy(request, explain({ code: answer.body.error_code, message }, wire.newTraceId()));
}

const objectTypes: { readonly [type: string]: EntityType } = { campaign: 'campaign', ad_set: 'adset', adset: 'adset', ad: 'ad' };
const idField: { readonly [T in EntityType]: string } = {
  campaign: 'copied_campaign_id',
  adset: 'copied_adset_id',
  ad: 'copied_ad_id',
};

/** The new id, and what was made below it. */
function copied(type: EntityType, body: Row, wire: Pick<Wire, 'fail' | 'newTraceId'>): CopyOutcome {
  const id = text(body[idField[type]]);
  const objects = rowsOf(body.ad_object_ids).flatMap((row): CopiedObject[] => {
    const kind = objectTypes[said(row.ad_object_type)];
    const made = text(row.copied_id);
    const sourceId = text(row.source_id);
    return kind === undefined || made === undefined || sourceId === undefined ? [] : [{ type: kind, sourceId, id: made }];
  });
  if (id !== undefined) return { state: 'done', id, objects };
  return { state: 'unknown', failure: wire.fail('transient', 'The copy was answered without an id.') };
}
