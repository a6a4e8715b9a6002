import type { JsonObject } from '../../../entity.ts';
import type { Turn } from '../../wire/call.ts';
import { type PathPart, type Refusal, refusal } from '../../wire/refusals.ts';
import type { Service } from '../services/service.ts';

const trademark = 'TRADEMARKS_IN_AD_TEXT';

/** The word that the simulated review finds. */
export function policyTopics({ fired }: Turn, { collection }: Service, sent: JsonObject): readonly string[] {
  if (collection !== 'adGroupAds') return [];
  return fired.has('policy-finding') || /trademarked/i.test(JSON.stringify(sent.ad)) ? [trademark] : [];
}

export const policyFinding = (topics: readonly string[], path: readonly PathPart[]): Refusal =>
  refusal(
    'policyFindingError',
    'POLICY_FINDING',
    'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.',
    {
      path: [...path, { name: 'ad' }],
      details: { policyFindingDetails: { policyTopicEntries: topics.map((topic) => ({ topic, type: 'PROHIBITED' })) } },
    },
  );
