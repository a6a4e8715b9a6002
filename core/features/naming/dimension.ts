import { breaks } from '../../base/schema/faults.ts';
import { fieldOf } from '../../report/creative-dimensions.ts';
import type { ReportDimension } from '../../report/group-page.ts';
import type { Convention } from './convention.ts';
import { conventionsOf, fieldReader } from './read-field.ts';

/** Reports by what names say. */
export const nameDimension: ReportDimension = {
  has: (key) => fieldOf(key) !== undefined,
  async reader({ store }, companyId, { key }) {
    const conventions = await conventionsOf(store, companyId);
    const read = fieldReader(conventions, fieldOf(key) ?? '');
    if (read === undefined) throw unknownField(key, conventions);
    return ({ entity }) => {
      const { value, isRead } = read(entity);
      return { value, isKnown: isRead };
    };
  },
  async list({ store }, companyId) {
    const found = new Map<string, { key: string; label: string; levels: Convention['level'][] }>();
    for (const { level, fields } of await conventionsOf(store, companyId))
      for (const { key, label = key } of fields) {
        const { levels = [], ...first } = found.get(key) ?? { key: `name.${key}`, label };
        found.set(key, { ...first, levels: [...new Set([...levels, level])] });
      }
    return [...found.values()];
  },
};

function unknownField(key: string, conventions: readonly Convention[]) {
  const known = new Set(conventions.flatMap(({ fields }) => fields.map((field) => `name.${field.key}`)));
  const fields = [...known].sort().slice(0, 30);
  const told = fields.length === 0 ? 'There is none yet.' : `There are ${fields.join(', ')}.`;
  return breaks('groupBy', 'unknown_name_field', `No naming convention has the field of ${key}. ${told}`);
}
