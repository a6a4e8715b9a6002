import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import type { Filler } from '../../launch/hooks.ts';
import type { AdInput } from '../../launch/request-schema.ts';
import { countedUses } from '../../operations/named-documents.ts';
import { referred } from '../../records/named.ts';
import { adCopyTemplates, type TemplateRecord } from './ad-copy.ts';

export const adCopyFiller: Filler = {
  fields: ['adCopyTemplateId'],
  async read(store, companyId) {
    const kept = (await adCopyTemplates.all(store, companyId)).map(({ id, doc }) => ({
      ...doc,
      id,
    }));
    const uses = countedUses(adCopyTemplates);
    return {
      note: uses.note,
      fill(input, { index, path }) {
        const at = {
          path: join(path, 'adCopyTemplateId'),
          what: 'ad copy template',
          hint: 'adCopyTemplates.list',
        } as const;
        const { found, faults } = referred(kept, input.adCopyTemplateId, at);
        uses.count(index, found?.id);
        return found === undefined ? { input, faults } : copyOf(found, input, path);
      },
    };
  },
};

function copyOf(
  template: TemplateRecord,
  input: AdInput,
  path: string,
): { readonly input: AdInput; readonly faults: readonly Fault[] } {
  const { values, faults } = variablesOf(template, input, join(path, 'variables'));
  const filled = (text: string) =>
    text.replace(
      /\{\{([^{}]{1,60})\}\}/g,
      (whole, name: string) => values.get(name.trim()) ?? whole,
    );
  const [title] = template.titles;
  const [description] = template.descriptions;
  const texts = {
    title: title && filled(title),
    description: description && filled(description),
    cta: template.cta,
    link: template.link && filled(template.link),
    utmTags: input.utmTemplateId ? undefined : template.utmTags && filled(template.utmTags),
    // Only flexible ads show several texts.
    ...(input.type === 'flexible' && {
      headlineVariations: template.titles.length > 1 ? template.titles.map(filled) : undefined,
      bodyVariations:
        template.descriptions.length > 1 ? template.descriptions.map(filled) : undefined,
    }),
  };
  const missing = Object.entries(texts).filter(
    ([field, text]) => isGiven(text) && !isGiven(input[field]),
  );
  return { input: { ...input, ...Object.fromEntries(missing) }, faults };
}

const isGiven = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

function variablesOf(
  { name, variables = [] }: TemplateRecord,
  { variables: sent }: AdInput,
  path: string,
) {
  const values = new Map<string, string>();
  const faults: Fault[] = [];
  const given = new Map(Object.entries(sent ?? {}).map(([key, text]) => [key, text.trim()]));
  for (const { key, label = key, default: usual } of variables) {
    const value = given.get(key) || usual;
    const message = `The copy “${name}” needs a value for ${label}.`;
    if (value !== undefined) values.set(key, value);
    else faults.push({ path: join(path, key), code: 'missing_field', message });
  }
  const keys = variables.map(({ key }) => key);
  for (const [key, text] of given) {
    if (text === '' || keys.includes(key)) continue;
    const near = nearestName(key, keys);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const message = `The copy “${name}” has no variable ${key.slice(0, 60)}.${hint}`;
    faults.push({ path: join(path, key), code: 'unknown_field', message });
  }
  return { values, faults };
}
