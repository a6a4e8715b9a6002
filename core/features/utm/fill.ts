import { platformCalled } from '../../base/platforms.ts';
import { join } from '../../base/schema/faults.ts';
import type { Filler } from '../../launch/hooks.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { findKept, referred } from '../../records/named.ts';
import { tagsOn, utmTemplates } from './utm.ts';

export const utmFiller: Filler = {
  fields: ['utmTemplateId'],
  async read(store, companyId) {
    const kept = (await utmTemplates.all(store, companyId)).map(({ id, doc }) => ({ ...doc, id }));
    const uses = countedUses(utmTemplates);
    return {
      note: uses.note,
      tags({ utmTemplateId }, { index, path }, definition) {
        if (!utmTemplateId) return undefined;
        const at = {
          path: join(path, 'utmTemplateId'),
          what: 'UTM template',
          hint: 'utmTemplates.list',
        } as const;
        const { found, faults } = referred(kept, utmTemplateId, at);
        uses.count(index, found?.id);
        return {
          ...(found !== undefined && { tags: tagsOn(found.parameters, definition).tags }),
          faults,
        };
      },
      warnings({ utmTemplateId }, { path }, definition) {
        const template = findKept(kept, utmTemplateId ?? '');
        return (template === undefined ? [] : tagsOn(template.parameters, definition).leftOut).map(
          ({ parameter, macro }) => ({
            path: join(path, 'utmTemplateId'),
            code: 'missing_macro',
            message: `Nothing is known to fill in ${macro} on ${platformCalled(definition.label)}: ${parameter} is left out of this ad. Give the template a value for this platform.`,
          }),
        );
      },
    };
  },
};
