import { SlipwayError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { pairsOf } from '../scheme.ts';

const MOST_ADDRESSES = 20;
const AT_ONCE = 4;
const MOST_HOPS = 5;

/** Throws where an address must not be asked for the caller. */
type Ask = (address: string) => Promise<void>;

/**
 * Looks where the links of ads lead, tags included, and warns of those that lose parameters on the
 * way.
 */
export async function followLinks(
  outbound: Outbound,
  ads: readonly LaunchAd[],
  ask: Ask,
): Promise<Warning[]> {
  const byAddress = new Map<string, LaunchAd[]>();
  for (const ad of ads) {
    if (ad.link === undefined || !/^https?:/i.test(ad.link)) continue;
    const address = addressOf(ad);
    byAddress.set(address, [...(byAddress.get(address) ?? []), ad]);
  }
  const asked = [...byAddress].slice(0, MOST_ADDRESSES);
  const told = await mapBounded(asked, AT_ONCE, async ([address, those]) => {
    const found = await lostOnTheWay(outbound, address, ask);
    return found === undefined
      ? []
      : those.map(({ path }): Warning => ({ path: join(path, 'link'), ...found }));
  });
  const left = byAddress.size - asked.length;
  const unasked = {
    path: 'ads',
    code: 'links_not_followed',
    message: `${left} more addresses were not looked at.`,
  };
  return [...told.flat(), ...(left > 0 ? [unasked] : [])];
}

function addressOf({ link = '', utmTags }: LaunchAd): string {
  const [address = '', fragment] = link.split('#', 2);
  const tagged =
    utmTags === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}${utmTags}`;
  const filled = tagged.replace(/\{\{[^{}]{0,80}\}\}/g, 'x').replace(/\{[^{}]{1,80}\}/g, 'x');
  return fragment === undefined ? filled : `${filled}#${fragment}`;
}

async function lostOnTheWay(
  outbound: Outbound,
  address: string,
  ask: Ask,
): Promise<Omit<Warning, 'path'> | undefined> {
  let at = address;
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    try {
      await ask(at);
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      return { code: 'link_not_reached', message: `The link was not looked at. ${error.message}` };
    }
    const looked = (await outbound.look?.(at)) ?? {
      ok: false as const,
      message: 'Links are not looked at here.',
    };
    if (!looked.ok)
      return {
        code: 'link_not_reached',
        message: `The link could not be looked at. ${looked.message}`,
      };
    if (looked.location === undefined)
      return looked.status < 400 ? lostBetween(address, at) : notThere(looked.status);
    at = looked.location;
  }
  return {
    code: 'link_not_reached',
    message: `The link leads on more than ${MOST_HOPS} times; where it ends was not looked at.`,
  };
}

const notThere = (status: number): Omit<Warning, 'path'> => ({
  code: 'link_not_reached',
  message: `The page answers with the status ${status}. Visitors may not see what they should.`,
});

function lostBetween(from: string, to: string): Omit<Warning, 'path'> | undefined {
  const arrived = parametersOf(to);
  const lost = [...parametersOf(from).keys()].filter((name) => !arrived.has(name));
  if (lost.length === 0) return undefined;
  const end = to.split(/[?#]/, 1)[0] ?? to;
  return {
    code: 'redirect_loses_parameters',
    message: `The link leads on to ${end.slice(0, 200)} and loses ${lost.join(', ').slice(0, 200)} on the way. Link to where it ends.`,
  };
}

const parametersOf = (address: string): ReadonlyMap<string, string> =>
  pairsOf(/\?([^#]*)/.exec(address)?.[1] ?? '');
