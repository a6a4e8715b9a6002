import * as v from 'valibot';
import type { Fault } from '../../base/errors.ts';
import { plainFieldName } from '../../base/schema/aliases.ts';
import { faultsOf, join } from '../../base/schema/faults.ts';
import { nearestName } from '../../base/schema/unknown-fields.ts';
import { adInput } from '../../launch/request-schema.ts';
import {
  type NamedPorts,
  type NamedRecord,
  namedDocuments,
  toldTimes,
  toldUse,
} from '../../operations/named-documents.ts';
import { type PlatformDefinition, platformNamed } from '../../ports/platform-definition.ts';
import { kind } from '../../ports/store.ts';
import type { Preset } from './schema.ts';

interface PresetRecord extends NamedRecord {
  readonly level: 'campaign' | 'adSet' | 'ad';
  readonly platform?: string | undefined;
  readonly settings: { readonly [field: string]: unknown };
}

export const presetKind = kind<PresetRecord>('preset', { createdAt: 'number' });

interface Ports extends NamedPorts {
  readonly platforms: { readonly [id: string]: { readonly definition: PlatformDefinition } };
}

export const presets = /* @__PURE__ */ namedDocuments<PresetRecord, Preset, Ports>({
  kind: presetKind,
  room: { most: 500, what: 'presets', code: 'too_many_presets' },
  prefix: 'pre',
  noun: 'preset',
  missing: 'There is no such preset.',
  hint: 'presets.list',
  faults: ({ platforms }, _companyId, doc) => presetFaults(doc, platforms),
  shown: (id, doc) => ({
    id,
    name: doc.name,
    level: doc.level,
    platform: doc.platform ?? null,
    settings: { ...doc.settings },
    usedIn: toldUse(doc),
    ...toldTimes(doc),
  }),
});

/** Fields that belong to one object. */
const ownOf: { readonly [L in PresetRecord['level']]: readonly string[] } = {
  campaign: ['accountId', 'workspaceId', 'name'],
  adSet: ['accountId', 'workspaceId', 'name', 'campaignId'],
  ad: [
    'adName',
    'naming',
    'adAccountId',
    'accountId',
    'businessId',
    'accountIds',
    'adAccountIds',
    'workspaceId',
    'media',
    'source',
    'presetId',
  ],
};

interface Fields {
  readonly entries: { readonly [field: string]: v.GenericSchema };
  aliasOf?(name: string): string | undefined;
}

function presetFaults(
  { level, platform, settings }: PresetRecord,
  platforms: Ports['platforms'],
): Fault[] {
  const definitions = Object.values(platforms).map(({ definition }) => definition);
  const fields = level === 'ad' ? adFields(definitions) : fieldsOf(definitions, level, platform);
  if ('code' in fields) return [fields];
  const own = ownOf[level];
  return Object.entries(settings).flatMap(([name, value]): Fault[] => {
    const path = join('settings', name);
    const field = fields.aliasOf?.(name) ?? name;
    const entry = Object.keys(fields.entries).includes(field) ? fields.entries[field] : undefined;
    if (own.includes(field))
      return [
        {
          path,
          code: 'own_field',
          message: `${name} is said by each request itself, not by a preset.`,
        },
      ];
    if (entry === undefined) {
      const near = nearestName(
        name,
        Object.keys(fields.entries).filter((each) => !own.includes(each)),
      );
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return [{ path, code: 'unknown_field', message: `${name} is not a field here.${hint}` }];
    }
    const parsed = v.safeParse(entry, value);
    return parsed.success ? [] : faultsOf(parsed.issues, path);
  });
}

function adFields(definitions: readonly PlatformDefinition[]): Fields {
  const own = definitions.flatMap(({ launch }) => launch?.fields ?? []);
  return {
    entries: {
      ...Object.fromEntries(own.map(({ name }) => [name, v.unknown()])),
      ...adInput.entries,
    },
  };
}

function fieldsOf(
  definitions: readonly PlatformDefinition[],
  level: 'campaign' | 'adSet',
  platform: string | undefined,
): Fields | Fault {
  const creating = definitions.filter(({ create }) => create?.[level] !== undefined);
  const found = platform === undefined ? undefined : platformNamed(creating, platform);
  const form = found?.create?.[level]?.request as Partial<Fields> | undefined;
  if (form?.entries !== undefined) return form as Fields;
  const known = creating.map(({ id }) => id).join(', ');
  return {
    path: 'platform',
    code: 'unknown_platform',
    message: `Say whose settings these are. Known here: ${known}.`,
  };
}

/** A request, with the settings of a preset for fields that it gives under no name. */
export function withPreset(
  body: { readonly [field: string]: unknown },
  settings: PresetRecord['settings'],
): object {
  const given = new Set(
    Object.entries(body).flatMap(([name, value]) => (isGiven(value) ? [plainFieldName(name)] : [])),
  );
  const more = Object.entries(settings).filter(([name]) => !given.has(plainFieldName(name)));
  return { ...body, ...Object.fromEntries(more) };
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
