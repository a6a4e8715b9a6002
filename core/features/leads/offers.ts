import { SlipwayError } from '../../base/errors.ts';
import type { Offers } from '../../operations/feature.ts';
import { listForms } from './list.ts';

/**
 * Forms that take leads. An account that has none, or cannot be read now, offers none; the launch
 * says why.
 */
export const formOffers: Offers = {
  columns: ['leadFormId'],
  byAccount: true,
  async read(ports, companyId, accountId) {
    try {
      const { data } = await listForms(ports, companyId, { accountId });
      return data.flatMap(({ id, name, state }) =>
        state === 'active' ? [{ column: 'leadFormId', id, name }] : [],
      );
    } catch (error) {
      if (error instanceof SlipwayError) return [];
      throw error;
    }
  },
};
