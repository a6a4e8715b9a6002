import type { Entity, JsonObject } from '../../../types.ts';
import { type PathPart, refusal, type Turn, words } from '../../wire.ts';
import { customParameters, each, type Message, message } from '../shapes.ts';

/** Of earlier operations of the request: later ones use temporary ids. */
export interface Draft extends Pick<Turn, 'fired'> {
  /** Throws where no living object has the name. */
  needs(kind: string, name: string, path: readonly PathPart[]): void;
  /** Below an object or in the account, drafts included. */
  living(kind: string, above: string): readonly JsonObject[];
  dataOf(name: string): JsonObject | undefined;
  channelOf(campaign: string): string;
}

export interface Service {
  /** `adGroupAds`. */
  readonly collection: string;
  /** `adGroupAd`, as in `adGroupAdOperation`. */
  readonly name: string;
  readonly kind: string;
  readonly fields: Message;
  readonly required: readonly string[];
  /** Only creation may set these. */
  readonly immutable: readonly string[];
  /** Absent: another service updates it. */
  readonly updates?: boolean;
  readonly removes?: boolean;
  /** Resource names, below the account. */
  above?(data: JsonObject): readonly string[];
  /** Default: a new one. */
  idOf?(data: JsonObject, newId: () => string): string;
  /** Unique across kinds. Default: the id. */
  worldId?(id: string): string;
  /** Key of resources that exist once per content. */
  contentOf?(data: JsonObject): string | undefined;
  /** Extra data of a new one. */
  made?(data: JsonObject, id: string, customer: string): JsonObject;
  /** Throws the platform's refusal. */
  check(data: JsonObject, draft: Draft, path: readonly PathPart[], isNew: boolean): void;
}

export const statuses = ['ENABLED', 'PAUSED'];
export const inCampaign = ({ campaign }: JsonObject) => [words(campaign)];
export const at = (
  path: readonly PathPart[],
  ...names: readonly string[]
): { readonly path: readonly PathPart[] } => ({
  path: [...path, ...names.map((name) => ({ name }))],
});

export const restrictions = each(message({ targetingDimension: 'text', bidOnly: 'bool' }));

export const urls: Message = {
  trackingUrlTemplate: 'text',
  finalUrlSuffix: 'text',
  urlCustomParameters: customParameters,
};

/** Among living siblings. */
export function unique(
  draft: Draft,
  { name, resourceName }: JsonObject,
  path: readonly PathPart[],
  { kind, above, error }: { readonly kind: string; readonly above: string; readonly error: string },
) {
  const taken = draft
    .living(kind, above)
    .some((other) => other.name === name && other.resourceName !== resourceName);
  const [family = '', type = ''] = error.split('.');
  if (taken)
    throw refusal(family, type, 'The name is assigned to another object already.', {
      ...at(path, 'name'),
      trigger: words(name),
    });
}

export const isRemoved = ({ data }: Pick<Entity, 'data'>) => data.status === 'REMOVED';
