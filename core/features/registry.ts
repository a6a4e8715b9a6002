import type { Feature, SealedPlace, Topics } from '../operations/feature.ts';
import type { Api, Operation } from '../operations/operation.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import type { Kind } from '../ports/store.ts';
import { adCopy } from './ad-copy/feature.ts';
import { approvals } from './approvals/feature.ts';
import { automations } from './automations/feature.ts';
import { changes } from './changes/feature.ts';
import { checks } from './checks/feature.ts';
import { comments } from './comments/feature.ts';
import { companies } from './companies/feature.ts';
import { connections } from './connections/feature.ts';
import { conversions } from './conversions/feature.ts';
import { drafts } from './drafts/feature.ts';
import { exports } from './exports/feature.ts';
import { grants } from './grants/feature.ts';
import { guardrails } from './guardrails/feature.ts';
import { jobs } from './jobs/feature.ts';
import { keys } from './keys/feature.ts';
import { launch } from './launch/feature.ts';
import { leads } from './leads/feature.ts';
import { library } from './library/feature.ts';
import { manage } from './manage/feature.ts';
import { media } from './media/feature.ts';
import { naming } from './naming/feature.ts';
import { notifications } from './notifications/feature.ts';
import { overview } from './overview/feature.ts';
import { people } from './people/feature.ts';
import { platforms } from './platforms/feature.ts';
import { presets } from './presets/feature.ts';
import { previews } from './previews/feature.ts';
import { repeats } from './repeats/feature.ts';
import { reports } from './reports/feature.ts';
import { research } from './research/feature.ts';
import { rowClaims } from './row-claims/feature.ts';
import { sandbox } from './sandbox/feature.ts';
import { savedReports } from './saved-reports/feature.ts';
import { search } from './search/feature.ts';
import { tracking } from './tracking/feature.ts';
import { utm } from './utm/feature.ts';
import { views } from './views/feature.ts';
import { webhooks } from './webhooks/feature.ts';

/** Every feature, in the order of the reference, which is also the order of their hooks. */
const all = [
  launch,
  repeats,
  tracking,
  checks,
  rowClaims,
  drafts,
  manage,
  changes,
  platforms,
  media,
  library,
  comments,
  reports,
  exports,
  savedReports,
  views,
  conversions,
  leads,
  connections,
  research,
  // Presets name templates and tags of links: they come before them.
  presets,
  adCopy,
  naming,
  utm,
  previews,
  automations,
  overview,
  search,
  keys,
  people,
  grants,
  companies,
  jobs,
  webhooks,
  notifications,
  sandbox,
  guardrails,
  approvals,
] as const;

export const features: readonly Feature[] = all;

export const topicsOf = (list: readonly Feature[]): Topics =>
  Object.assign({}, ...list.map(({ topics }) => topics));

export const kinds: readonly Kind[] = features.flatMap((each) => each.kinds ?? []);

export const queuesOf = (list: readonly Feature[]): NonNullable<Feature['queues']> =>
  Object.fromEntries(list.flatMap(({ queues = {} }) => Object.entries(queues)));

export const sealedPlaces: readonly SealedPlace[] = features.flatMap(({ sealed }) => sealed ?? []);

export interface OfferedPlatform {
  readonly definition: PlatformDefinition;
  readonly operations?: readonly { readonly name: string }[];
}

/**
 * Every operation of a service with these platforms, in the order of the reference. The one list of
 * operations.
 *
 * @example
 * import { operationsFor } from 'slipway/core';
 *
 * for (const { name, effects, summary } of operationsFor([])) console.log(name, effects, summary);
 */
export function operationsFor(
  platforms: readonly OfferedPlatform[],
  list: readonly Feature[] = features,
): readonly Operation[] {
  const definitions = platforms.map(({ definition }) => definition);
  // Ports know them by their names alone; `operation` declared them.
  const own = platforms.flatMap(
    (platform) => (platform.operations ?? []) as unknown as readonly Operation[],
  );
  const made: Operation[] = [];
  const make = ({ operations = [] }: Feature): void => {
    const others = { definitions, features: list, operations: [...made] };
    made.push(...(typeof operations === 'function' ? operations(others) : operations));
  };
  for (const each of list) if (!each.isAboutAll) make(each);
  made.push(...own);
  for (const each of list) if (each.isAboutAll) make(each);
  return made;
}

type OperationsOf<F> = F extends { readonly operations: infer O }
  ? O extends (...args: never) => infer R
    ? R
    : O
  : never;
type Listed<L> = L extends readonly (infer O)[] ? O : never;
type Each = Extract<Listed<OperationsOf<(typeof all)[number]>>, Operation>;

export type OperationName = Each['name'];

type EventsOf<F> = F extends { readonly events?: infer E } ? keyof NonNullable<E> : never;

/** What programs can be told of. */
export type EventName = Extract<EventsOf<(typeof all)[number]>, string>;

/** Those operations as functions: `launch(…)`, `batches.undo(…)`, `reports.query(…)`. */
export type Operations = Api<Each>;
