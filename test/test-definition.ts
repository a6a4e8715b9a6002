import { identityRules } from '../adapters/platforms/meta/check.ts';
import { platformDefinitions } from '../adapters/platforms/registry.ts';
import { faultsUnder } from '../core/base/schema/faults.ts';
import type { LaunchFacts } from '../core/launch/accept/facts.ts';
import { launchTypes } from '../core/ports/launch-ad.ts';
import type { Definitions, PlatformDefinition } from '../core/ports/platform-definition.ts';

/** The real definitions, by id. */
export const definitions: Definitions = Object.fromEntries(
  platformDefinitions.map((each) => [each.id, each]),
);

/**
 * The definition of a platform that a test plays: real forms of ids, and of the rules only those
 * about identities.
 */
export function testDefinition(
  id = 'primary',
  more: Partial<PlatformDefinition> = {},
): PlatformDefinition {
  // Those that are not built yet number their accounts with bare digits here.
  const real = definitions[id] ?? definitions['short-video'];
  if (real === undefined) throw new Error('There is no platform.');
  return {
    ...real,
    id,
    launch: {
      types: launchTypes,
      identity: 'page-and-profile',
      extras: ['promoCode', 'aiMediaSelfDisclosure'],
      phoneLinks: true,
      macros: real.launch?.macros ?? [],
      fields: real.launch?.fields ?? [],
      callsToAction: real.launch?.callsToAction ?? [],
      check: (ad) => faultsUnder(ad.path, (report) => identityRules(ad, report)),
    },
    ...more,
  };
}

/** Facts of a company with one account, for tests that look up nothing. */
export const noFacts: LaunchFacts = {
  definitions,
  accounts: () => [],
  media: () => undefined,
  defaults: () => ({ launchPaused: true }),
  accountStatus: () => undefined,
  adSets: () => undefined,
};
