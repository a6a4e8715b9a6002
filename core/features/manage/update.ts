import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { described } from '../../base/schema/fields.ts';
import { undoUpdateRequest, updateResponse } from '../../manage/schema/update.ts';
import { previewUndoUpdate, undoParts, undoUpdate } from '../../manage/undo/undo.ts';
import { previewUpdate, updateObject } from '../../manage/update/update-object.ts';
import { operation } from '../../operations/operation.ts';
import type { PlatformDefinition } from '../../ports/platform-definition.ts';

const errors = ['not_found', 'conflict', 'platform_error', 'unavailable'] as const;
const managing = {
  topic: 'Manage',
  scope: 'manage',
  reach: 'workspace',
  output: updateResponse,
  errors,
} as const;
const description =
  'Name the fields to change: all others stay as they are. `changes` tells each with its old and new value, and what the platform says about its learning phase. With `dryRun: true` nothing is sent. `updateId` undoes it.';

export function updateOperations(definitions: readonly PlatformDefinition[]) {
  const requests = (level: 'campaign' | 'adSet' | 'ad') =>
    anyOf(definitions.flatMap(({ update }) => update?.[level]?.request ?? []));
  const changing = { ...managing, rawInput: true } as const;
  return [
    operation({
      ...changing,
      name: 'manage.updateCampaign',
      place: 'POST /v1/manage/update-campaign',
      summary: 'Change settings of a campaign',
      description,
      input: requests('campaign'),
      preview: (ports, caller, { input }) => previewUpdate(ports, caller, 'campaign', input),
      run: (ports, caller, { input, once }) =>
        updateObject(ports, caller, { level: 'campaign', body: input }, once),
    }),
    operation({
      ...changing,
      name: 'manage.updateAdSet',
      place: 'POST /v1/manage/update-adset',
      summary: 'Change targeting, placements, bid, schedule and other settings of an ad set',
      description: `${description} Members of \`targeting\` that are named replace what is there, null removes one; \`location\` changes places alone.`,
      input: requests('adSet'),
      preview: (ports, caller, { input }) => previewUpdate(ports, caller, 'adSet', input),
      run: (ports, caller, { input, once }) =>
        updateObject(ports, caller, { level: 'adSet', body: input }, once),
    }),
    operation({
      ...changing,
      name: 'manage.updateAd',
      place: 'POST /v1/manage/update-ad',
      summary: 'Change the texts, link, URL tags or creative of an ad',
      description: `${description} Where the platform does not change a creative, another one is made and the ad is pointed at it.`,
      input: requests('ad'),
      preview: (ports, caller, { input }) => previewUpdate(ports, caller, 'ad', input),
      run: (ports, caller, { input, once }) =>
        updateObject(ports, caller, { level: 'ad', body: input }, once),
    }),
    operation({
      ...managing,
      name: 'manage.undoUpdate',
      place: 'POST /v1/manage/undo-update',
      summary: 'Take an earlier change back',
      description:
        'Settings, status, budgets and names get their former values; what was created or copied is deleted. Give the `updateId` of the answer to the change, or the `duplicateId` of copies. What has been changed since is not touched: the answer is then 409 (`changed_since`), and nothing was sent. A deletion cannot be taken back.',
      input: undoUpdateRequest,
      preview: (ports, caller, { input }) => previewUndoUpdate(ports, caller, input),
      run: (ports, caller, { input, once }) => undoUpdate(ports, caller, input, once),
      parts: undoParts,
    }),
  ] as const;
}

type Fields = { readonly [field: string]: unknown };

/**
 * The fields of all platforms, for the reference: each request is read by the schema of its
 * platform.
 */
export function anyOf(schemas: readonly v.GenericSchema[]): v.GenericSchema<Fields, Fields> {
  const [only, ...others] = schemas;
  if (only === undefined) return v.looseObject({});
  if (others.length === 0) return only as v.GenericSchema<Fields, Fields>;
  const forms = schemas.map((schema) =>
    'entries' in schema ? (schema.entries as v.ObjectEntries) : {},
  );
  const entries: v.ObjectEntries = {};
  for (const form of forms)
    for (const [name, field] of Object.entries(form)) {
      if (entries[name] !== undefined) continue;
      const offered = withChoices(
        forms.flatMap((each) => (name in each ? [each[name] as v.GenericSchema] : [])),
      );
      entries[name] = forms.every((each) => name in each)
        ? (offered ?? field)
        : v.optional(offered ?? (field as v.GenericSchema));
    }
  return aliased(entries) as unknown as v.GenericSchema<Fields, Fields>;
}

interface Choices {
  readonly enum?: readonly string[];
  readonly 'x-choices-by-objective'?: { readonly [objective: string]: readonly string[] };
}

/**
 * A field whose choices differ from platform to platform offers all of them. Undefined for other
 * fields.
 */
function withChoices(fields: readonly v.GenericSchema[]): v.GenericSchema | undefined {
  const bare = fields.map((field) =>
    'wrapped' in field ? (field.wrapped as v.GenericSchema) : field,
  );
  const choices = bare.map((field) => v.getMetadata(field).jsonSchema as Choices | undefined);
  const by = 'x-choices-by-objective';
  const isBy = choices.some((each) => each?.[by] !== undefined);
  if (fields.length < 2 || !choices.every((each) => each?.[isBy ? by : 'enum'] !== undefined))
    return undefined;
  const all = isBy
    ? { [by]: Object.assign({}, ...choices.map((each) => each?.[by])) }
    : { enum: [...new Set(choices.flatMap((each) => each?.enum ?? []))] };
  const joined = v.pipe(v.string(), described({ type: 'string', ...all }));
  return fields.every((field) => field.type !== 'optional') ? joined : v.optional(joined);
}
