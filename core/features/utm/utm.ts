import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import { isFilledIn, macrosIn } from '../../launch/macros.ts';
import {
  type NamedPorts,
  type NamedRecord,
  namedDocuments,
  toldTimes,
  toldUse,
} from '../../operations/named-documents.ts';
import type { Macro } from '../../ports/evidence.ts';
import type { Definitions, PlatformDefinition } from '../../ports/platform-definition.ts';
import { kind } from '../../ports/store.ts';
import type { OnPlatform, UtmTemplate } from './schema.ts';

type UtmParameter = UtmTemplate['parameters'][number];

interface UtmRecord extends NamedRecord {
  readonly parameters: readonly UtmParameter[];
}

export const utmTemplateKind = kind<UtmRecord>('utm-template', { createdAt: 'number' });

interface Ports extends NamedPorts {
  readonly platforms: { readonly [id: string]: { readonly definition: PlatformDefinition } };
}

export const utmTemplates = /* @__PURE__ */ namedDocuments<UtmRecord, UtmTemplate, Ports>({
  kind: utmTemplateKind,
  room: { most: 500, what: 'UTM templates', code: 'too_many_utm_templates' },
  prefix: 'utm',
  noun: 'utm-template',
  missing: 'There is no such UTM template.',
  hint: 'utmTemplates.list',
  faults: ({ platforms }, _companyId, { parameters }) =>
    parameterFaults(
      parameters,
      Object.values(platforms).map(({ definition }) => definition),
    ),
  shown: (id, doc) => ({
    id,
    name: doc.name,
    parameters: doc.parameters.map((each) => ({ ...each })),
    usedIn: toldUse(doc),
    ...toldTimes(doc),
  }),
});

/** The tags of one platform, without parameters whose macro would arrive in braces. */
export function tagsOn(
  parameters: readonly UtmParameter[],
  definition: Pick<PlatformDefinition, 'id' | 'launch'>,
): Omit<OnPlatform, 'platform'> {
  const macros = definition.launch?.macros ?? [];
  const leftOut: { parameter: string; macro: string }[] = [];
  const tags = parameters.flatMap(({ name, value, byPlatform }) => {
    const text = byPlatform?.[definition.id] ?? value;
    if (text === '') return [];
    const macro = macrosIn(text).find((each) => !isFilledIn(macros, each));
    if (macro === undefined) return [`${name}=${text}`];
    leftOut.push({ parameter: name, macro: `{{${macro}}}` });
    return [];
  });
  return { tags: tags.join('&'), leftOut };
}

export const onPlatforms = (
  parameters: readonly UtmParameter[],
  definitions: Definitions,
): OnPlatform[] =>
  Object.values(definitions).flatMap((definition) =>
    definition.launch === undefined
      ? []
      : [{ platform: definition.id, ...tagsOn(parameters, definition) }],
  );

function parameterFaults(
  parameters: readonly UtmParameter[],
  definitions: readonly PlatformDefinition[],
): Fault[] {
  const seen = new Set<string>();
  const all = definitions.flatMap(({ launch }) => launch?.macros ?? []);
  return parameters.flatMap(({ name, value, byPlatform = {} }, index): Fault[] => {
    const path = join('parameters', index);
    const isDouble = seen.has(name);
    seen.add(name);
    const unknown = Object.keys(byPlatform).filter(
      (platform) => !definitions.some(({ id }) => id === platform),
    );
    return [
      ...(isDouble
        ? [
            {
              path: join(path, 'name'),
              code: 'double_parameter',
              message: `${name} is there twice.`,
            },
          ]
        : []),
      ...macroFaults(value, all, join(path, 'value')),
      ...unknown.map((platform) => ({
        path: join(join(path, 'byPlatform'), platform),
        code: 'unknown_platform',
        message: `There is no platform ${platform.slice(0, 60)} here. Known: ${definitions.map(({ id }) => id).join(', ')}.`,
      })),
      ...Object.entries(byPlatform).flatMap(([platform, text]) => {
        const own = definitions.find(({ id }) => id === platform)?.launch?.macros ?? [];
        return unknown.includes(platform)
          ? []
          : macroFaults(text, own, join(join(path, 'byPlatform'), platform));
      }),
    ];
  });
}

function macroFaults(text: string, macros: readonly Macro[], path: string): Fault[] {
  return macrosIn(text)
    .filter((macro) => !isFilledIn(macros, macro))
    .map((macro) => {
      const names = [...new Set(macros.map(({ name }) => name))];
      const near = nearestName(macro, names);
      const hint =
        near !== undefined
          ? `Did you mean {{${near}}}?`
          : names.length === 0
            ? 'Write the value itself.'
            : `Known: ${names.map((name) => `{{${name}}}`).join(' ')}.`;
      return {
        path,
        code: 'unknown_macro',
        message: `Nothing fills in {{${macro}}} here. ${hint}`,
      };
    });
}
