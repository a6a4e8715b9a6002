import { accountOf, type Endpoints, paged, pageParams } from '../wire.ts';

/** A form of each account. */
export const formId = (account: string) => `9${account}`;

export const leadEndpoints: Endpoints = {
  'GET ad_accounts/{account}/lead_forms': {
    scopes: ['ads:read'],
    known: [...pageParams, 'order'],
    run(turn) {
      return paged(turn, [
        {
          id: formId(accountOf(turn).id),
          name: 'Newsletter',
          status: 'ACTIVE',
          has_accepted_terms: true,
        },
      ]);
    },
  },
};
