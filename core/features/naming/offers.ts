import type { Offer, Offers } from '../../operations/feature.ts';
import { namingConventions } from './records.ts';

const VALUES = 'naming.values.';

/** Conventions for names of ads, and the options of their fields. */
export const nameOffers: Offers = {
  columns: ['naming.conventionId', VALUES],
  title: 'Names by a convention',
  async read({ store }, companyId) {
    const kept = (await namingConventions.all(store, companyId)).filter(
      ({ doc }) => doc.level === 'ad',
    );
    const options = new Map<string, Set<string>>();
    for (const { key, options: own = [] } of kept.flatMap(({ doc }) => doc.fields))
      options.set(key, new Set([...(options.get(key) ?? []), ...own]));
    return [
      ...kept.map(
        ({ id, doc: { name, level, separator, fields } }): Offer => ({
          column: 'naming.conventionId',
          id,
          name,
          columns: fields.flatMap(({ key, source }) =>
            source === 'token' ? [] : [`${VALUES}${key}`],
          ),
          instead: ['adName'],
          convention: { level, separator, fields },
        }),
      ),
      ...[...options].flatMap(([key, names]) =>
        [...names].map((name) => ({ column: `${VALUES}${key}`, name })),
      ),
    ];
  },
};
