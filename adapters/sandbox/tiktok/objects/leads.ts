import type { JsonObject } from '../../entity.ts';
import { accountOf, type Endpoints, invalid, oneOf, paged, pageOf, type Turn, text } from '../wire.ts';

/** Instant forms of an account: one that is published, and one that is not. */
export const formId = (account: string) => `7${account.slice(-12)}1`;

const formsOf = (account: string): readonly JsonObject[] => [
  { page_id: formId(account), title: 'Newsletter', status: 'PUBLISHED' },
  { page_id: `7${account.slice(-12)}2`, title: 'Next year', status: 'EDITED' },
];

export const leadEndpoints: Endpoints = {
  'GET page/get': {
    known: ['library_id', 'business_type', 'page', 'page_size', 'update_time_range'],
    run(turn) {
      oneOf(turn.params, 'business_type', ['LEAD_GEN', 'TIKTOK_INSTANT_PAGE', 'STORE_FRONT']);
      return paged(formsOf(accountOf(turn).id), pageOf(turn.params, 100));
    },
  },
  'GET term/check': {
    known: ['term_type'],
    run(turn) {
      accountOf(turn);
      return { confirmed: !turn.fired.has('lead-terms-open') };
    },
  },
};

/** An ad takes a published form of its account. */
export function checkForm(turn: Turn, creative: Turn['params'], where: string): void {
  const wanted = text(creative, 'page_id');
  if (wanted === undefined) return;
  const form = formsOf(accountOf(turn).id).find(({ page_id }) => page_id === wanted);
  if (form?.status !== 'PUBLISHED') throw invalid(`${where}.page_id: The instant form cannot be used.`);
}
