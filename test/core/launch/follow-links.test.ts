import { expect, test } from 'vitest';
import { followLinks } from '../../../core/launch/accept/follow-links.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { Outbound } from '../../../core/ports/outbound.ts';

/** Pages that lead on, by address without its query. */
const pages: { readonly [address: string]: (query: string) => string | number } = {
  'https://keeps.test/': (query) => `https://end.test/?${query}`,
  'https://loses.test/': () => 'https://end.test/landing',
  'https://end.test/': () => 200,
  'https://end.test/landing': () => 200,
  'https://gone.test/': () => 404,
  'https://round.test/': (query) => `https://round.test/?${query}`,
};

const asked: string[] = [];
const outbound: Outbound = {
  post: () => Promise.reject(new Error('nothing is sent')),
  async look(url) {
    asked.push(url);
    const [address = '', query = ''] = url.split('?');
    const answer = pages[address]?.(query);
    if (answer === undefined) return { ok: false, message: 'No such host.' };
    return typeof answer === 'number'
      ? { ok: true, status: answer }
      : { ok: true, status: 302, location: answer };
  },
};

const ad = (path: string, link: string, utmTags?: string): LaunchAd =>
  ({ path, link, ...(utmTags !== undefined && { utmTags }) }) as LaunchAd;

const anywhere = async (): Promise<void> => undefined;

test('links that lose parameters are told, those that keep them are not', async () => {
  const tags = 'utm_source=x&utm_campaign={{campaign.name}}';
  const told = await followLinks(
    outbound,
    [
      ad('ads[0]', 'https://keeps.test/', tags),
      ad('ads[1]', 'https://loses.test/', tags),
      ad('ads[2]', 'https://loses.test/', tags),
      ad('ads[3]', 'https://gone.test/'),
      ad('ads[4]', 'https://nowhere.test/'),
      ad('ads[5]', 'https://round.test/?a=1'),
      ad('ads[6]', 'tel:+4930123456'),
    ],
    anywhere,
  );
  expect(told.map(({ path, code }) => [path, code])).toEqual([
    ['ads[1].link', 'redirect_loses_parameters'],
    ['ads[2].link', 'redirect_loses_parameters'],
    ['ads[3].link', 'link_not_reached'],
    ['ads[4].link', 'link_not_reached'],
    ['ads[5].link', 'link_not_reached'],
  ]);
  expect(told[0]?.message).toContain('loses utm_source, utm_campaign');
  // Two ads with one address are one look, and nobody is shown a macro.
  expect(asked.filter((url) => url.startsWith('https://loses.test/'))).toHaveLength(1);
  expect(asked.some((url) => url.includes('{'))).toBe(false);
});
