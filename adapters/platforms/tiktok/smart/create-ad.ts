import { said, text } from '../../kit/json.ts';
import type { Access, Answer, Params } from '../../types.ts';
import type { Tiktok } from '../family.ts';

/** One Smart+ ad, once. */
export async function createSmartAd(api: Tiktok, access: Access, body: Params): Promise<Answer> {
  const { wire, line, rights, families } = api;
  const answer = await line.create(access, said(body.adgroup_id), () =>
    wire.call(access, { method: 'POST', path: 'smart_plus/ad/create/', body }),
  );
  if (!answer.ok) return { ...answer, failure: rights.refused(access, answer.failure) };
  rights.allowed(access);
  families.note(said(answer.body.smart_plus_ad_id), 'smart');
  return answer;
}

export const smartAdId = ({ body }: Answer & { readonly ok: true }) =>
  text(body.smart_plus_ad_id) || undefined;
