import type { Entity, JsonObject, World } from '../../types.ts';
import {
  accountOf,
  type Endpoints,
  invalid,
  oneOf,
  paged,
  pageOf,
  requiredOneOf,
  type Turn,
  text,
  writableAccount,
} from '../wire.ts';

/** Instant forms of an account: one that is published, and one that is not. */
export const formId = (account: string) => `7${account.slice(-12)}1`;

const formsOf = (account: string): readonly JsonObject[] => [
  { page_id: formId(account), title: 'Newsletter', status: 'PUBLISHED' },
  { page_id: `7${account.slice(-12)}2`, title: 'Next year', status: 'EDITED' },
];

const terms = ['LeadAds', 'InstantPage', 'Pixel', 'ReachFrequency'] as const;
const noteOf = (account: Entity, type: string) => `tiktok terms ${account.id} ${type}`;

export const isSigned = (world: World, account: Entity, type = 'LeadAds'): boolean =>
  world.notes.get(noteOf(account, type)) === true;

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
      const account = accountOf(turn);
      const type = oneOf(turn.params, 'term_type', terms);
      return {
        confirmed: !turn.fired.has('lead-terms-open') || isSigned(turn.world, account, type),
      };
    },
  },
  'POST term/confirm': {
    known: ['term_type'],
    run(turn) {
      const account = writableAccount(turn);
      turn.world.notes.set(noteOf(account, requiredOneOf(turn.params, 'term_type', terms)), true);
      return {};
    },
  },
};

/** An ad takes a published form of its account. */
export function checkForm(turn: Turn, creative: Turn['params'], where: string): void {
  const wanted = text(creative, 'page_id');
  if (wanted === undefined) return;
  const form = formsOf(accountOf(turn).id).find(({ page_id }) => page_id === wanted);
  if (form?.status !== 'PUBLISHED')
    throw invalid(`${where}.page_id: The instant form cannot be used.`);
}
