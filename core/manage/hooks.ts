import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

/**
 * Adds what a feature gives a request for a new campaign or ad set: settings, a name. Throws where
 * it asks for what is not there.
 */
export type BodyFiller = (
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  level: 'campaign' | 'adSet',
  body: object,
) => Promise<object>;

export interface ManageHooks {
  readonly bodies: readonly BodyFiller[];
}
