import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, said } from '../../kit/json.ts';
import type { Access, Answer, Params } from '../../types.ts';
import type { Tiktok } from '../family.ts';
import { requestId } from '../wire/values.ts';
import { dropped } from './targeting.ts';

const duplicated = '40050';

/** `key`: equal for equal requests, which TikTok carries out once. */
export async function newSmartObject(
  { calls, rights, families }: Tiktok,
  access: Access,
  noun: 'campaign' | 'adgroup',
  body: Params,
  key: string,
): Promise<Answer> {
  const answer = await calls.tried(access, `smart_plus/${noun}/create/`, {
    request_id: requestId(key),
    ...body,
  });
  // The same request was carried out before, by an attempt without an answer.
  if (!answer.ok && answer.failure.code === duplicated) return { ...answer, maybeDone: true };
  if (!answer.ok) return { ...answer, failure: rights.refused(access, answer.failure) };
  rights.allowed(access);
  families.note(said(answer.body[`${noun}_id`]), 'smart');
  return answer;
}

/**
 * TikTok answers with the whole ad group. One that it made for more people than asked is deleted at
 * once.
 */
export async function keptOrGone(
  { calls, wire }: Tiktok,
  access: Access,
  sent: Params,
  answer: Answer,
): Promise<Answer> {
  if (!answer.ok) return answer;
  const gone = droppedIn(sent, answer.body);
  if (gone.length === 0) return answer;
  const body = { adgroup_ids: [said(answer.body.adgroup_id)], operation_status: 'DELETE' };
  const removed = await calls.tried(
    access,
    'smart_plus/adgroup/status/update/',
    body,
    harmlessTwice,
  );
  const failure = wire.fail(
    'rule',
    `TikTok did not keep ${gone.join(', ')} of the targeting.`,
    'Change the targeting, or create it in the ads manager.',
  );
  return { ok: false, failure, maybeDone: !removed.ok };
}

export const droppedIn = (sent: Params, held: Params) =>
  dropped(asRow(sent.targeting_spec) ?? {}, asRow(held.targeting_spec) ?? {});
