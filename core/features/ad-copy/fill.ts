import { join } from '../../base/schema/faults.ts';
import type { Filler } from '../../launch/hooks.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { referred } from '../../records/named.ts';
import { adCopyTemplates } from './ad-copy.ts';
import { copyOf } from './copy-of.ts';

/** Ads get the texts of their template where they have none of their own. */
export const adCopyFiller: Filler = {
  fields: ['adCopyTemplateId'],
  async read(store, companyId) {
    const kept = (await adCopyTemplates.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id }));
    const uses = countedUses(adCopyTemplates);
    return {
      note: uses.note,
      fill(input, { index, path }) {
        const at = { path: join(path, 'adCopyTemplateId'), what: 'ad copy template', hint: 'adCopyTemplates.list' } as const;
        const { found, faults } = referred(kept, input.adCopyTemplateId, at);
        uses.count(index, found?.id);
        return found === undefined ? { input, faults } : copyOf(found, input, path);
      },
    };
  },
};
