import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

/** A request for a new campaign or ad set, with what a feature gives it: settings, a name. Throws where it asks for what is not there. */
export type BodyFiller = (
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  level: 'campaign' | 'adSet',
  body: object,
) => Promise<object>;

/** What managing needs of the features above it. */
export interface ManageHooks {
  readonly bodies: readonly BodyFiller[];
}
