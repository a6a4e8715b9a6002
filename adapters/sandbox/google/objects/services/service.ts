import type { Entity, JsonObject } from '../../../entity.ts';
import { type Turn, words } from '../../wire/call.ts';
import { type PathPart, refusal } from '../../wire/refusals.ts';
import { customParameters, each, type Message, message } from '../shapes.ts';

/** What earlier operations of a request would make, so that later ones can name it by a temporary id. */
export interface Draft extends Pick<Turn, 'fired'> {
  /** Throws where there is no such object that is not removed. */
  needs(kind: string, name: string, path: readonly PathPart[]): void;
  /** What is not removed of a kind, below an object or in the account; those the request would make as well. */
  living(kind: string, above: string): readonly JsonObject[];
  /** The object of a name, made or to be made by the request. */
  dataOf(name: string): JsonObject | undefined;
  /** The channel of a campaign. */
  channelOf(campaign: string): string;
}

/** How one kind of resource is made and changed. */
export interface Service {
  /** In addresses and names: `adGroupAds`. */
  readonly collection: string;
  /** In mixed requests: `adGroupAd` for `adGroupAdOperation` and `adGroupAdResult`. */
  readonly name: string;
  readonly kind: string;
  readonly fields: Message;
  readonly required: readonly string[];
  /** Fields that only a creation may set. */
  readonly immutable: readonly string[];
  /** Absent: it is changed elsewhere. */
  readonly updates?: boolean;
  readonly removes?: boolean;
  /** The objects it is in, below the account: by their resource names in the message. */
  above(data: JsonObject): readonly string[];
  /** The id in its resource name. */
  idOf(data: JsonObject, newId: () => string): string;
  /** Its id in the world, which has one table for all. */
  worldId(id: string): string;
  /** What it holds, where the platform keeps one of each content: making it again gives the one there is. */
  contentOf?(data: JsonObject): string | undefined;
  /** What is noted of a new one beside what was sent. */
  made?(data: JsonObject, id: string, customer: string): JsonObject;
  /** Throws what the platform has against it, new or changed. */
  check(data: JsonObject, draft: Draft, path: readonly PathPart[], isNew: boolean): void;
}

export const statuses = ['ENABLED', 'PAUSED'];
export const bare = (id: string): string => id;
export const inCampaign = ({ campaign }: JsonObject): readonly string[] => [words(campaign)];
export const at = (path: readonly PathPart[], ...names: readonly string[]): { readonly path: readonly PathPart[] } => ({
  path: [...path, ...names.map((name) => ({ name }))],
});

/** Whether an audience narrows whom ads reach, or is only watched. */
export const restrictions = each(message({ targetingDimension: 'text', bidOnly: 'bool' }));

export const urls: Message = {
  ...{ trackingUrlTemplate: 'text', finalUrlSuffix: 'text', urlCustomParameters: customParameters },
};

/** Names are unique among what is not removed, in the account or in what is above. */
export function unique(
  draft: Draft,
  kind: string,
  above: string,
  { name, resourceName }: JsonObject,
  family: string,
  type: string,
  path: readonly PathPart[],
): void {
  const taken = draft.living(kind, above).some((other) => other.name === name && other.resourceName !== resourceName);
  if (taken)
    throw refusal(family, type, 'The name is assigned to another object already.', { ...at(path, 'name'), trigger: words(name) });
}

export const isRemoved = ({ data }: Pick<Entity, 'data'>): boolean => data.status === 'REMOVED';
