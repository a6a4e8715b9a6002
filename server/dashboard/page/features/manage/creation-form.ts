import { useEffect, useState } from 'preact/hooks';
import { type ApiError, problemOf } from '../../base/api.ts';
import { capital } from '../../base/words.ts';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly holds: 'text' | 'number' | 'flag' | 'choice' | 'countries' | 'json';
  readonly choices: readonly string[];
  readonly required: boolean;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

export type CreationLevel = 'campaign' | 'adSet';

const PATHS: { readonly [L in CreationLevel]: string } = {
  campaign: '/v1/manage/create-campaign',
  adSet: '/v1/manage/create-adset',
};

/** Drawn by the form itself, or meant for programs. */
const OWN = new Set(['accountId', 'workspaceId', 'name', 'campaignId', 'status', 'naming', 'presetId']);

let document: Promise<unknown> | undefined;

export function useCreationForm(level: CreationLevel | undefined) {
  const [fields, setFields] = useState<readonly FormField[]>();
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => {
    if (level === undefined) return;
    let over = false;
    document ??= fetch('/openapi.json').then((response) => response.json());
    document.then(
      (read) => over || setFields(fieldsIn(read, level)),
      (error: unknown) => {
        document = undefined;
        if (!over) setProblem(problemOf(error));
      },
    );
    return () => {
      over = true;
    };
  }, [level]);
  return { fields, problem };
}

export function fieldsIn(read: unknown, level: CreationLevel): readonly FormField[] {
  const path = (read as { readonly paths: { readonly [path: string]: unknown } }).paths[PATHS[level]] as {
    readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } } };
  };
  const { schema } = path.post.requestBody.content['application/json'];
  const found = new Map<string, FormField>();
  // The form offers the fields of all platforms; the service refuses those that one does not take.
  for (const each of schema.anyOf ?? [schema])
    for (const [name, of] of Object.entries(each.properties ?? {}))
      if (!OWN.has(name) && !found.has(name)) found.set(name, fieldOf(name, of, each.required?.includes(name) === true));
  return [...found.values()];
}

function fieldOf(name: string, { type, enum: choices, anyOf, properties }: Schema, required: boolean): FormField {
  const label = capital(name.replace(/([A-Z])/g, ' $1').toLowerCase());
  const shared = { name, label, choices: choices ?? [], required };
  if (choices !== undefined) return { ...shared, holds: 'choice' };
  if (properties?.countries !== undefined) return { ...shared, label: 'Countries', holds: 'countries' };
  if (type === 'number' || type === 'integer') return { ...shared, holds: 'number' };
  if (type === 'boolean') return { ...shared, holds: 'flag' };
  const isText = type === 'string' || (anyOf?.some((each) => each.type === 'string') === true && !anyOf.some(isList));
  return { ...shared, holds: isText ? 'text' : 'json' };
}

const isList = ({ type }: Schema): boolean => type === 'array' || type === 'object';

/** What was typed, as the request takes it. Throws where JSON is needed and cannot be read. */
export function readField({ holds, label }: FormField, text: string): unknown {
  if (holds === 'number') return Number(text.replace(',', '.'));
  if (holds === 'flag') return text === 'true';
  if (holds === 'countries')
    return {
      countries: text
        .toUpperCase()
        .split(/[\s,;]/)
        .filter(Boolean),
    };
  if (holds !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${label} is written as JSON.`);
  }
}
