import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { type Playground, startPlayground, startSandbox } from './addon-fixture.ts';
import { ACCOUNT, type RowContent } from './launch-rows.ts';

/**
 * The add-on that works by itself, on the fakes, against the simulated platform: no server
 * anywhere.
 */
export interface Alone {
  readonly playground: Playground;
  /** Of the platform. */
  readonly token: string;
  /** Asks the platform itself. */
  graph(
    method: string,
    path: string,
    fields?: { readonly [name: string]: string },
  ): Promise<{ readonly [name: string]: unknown }>;
  /** An ad set with room. */
  makeAdSet(): Promise<string>;
  /** The ads that the platform has, deleted ones too. */
  ads(): Promise<readonly PlatformAd[]>;
  /** The address of an image, one of its own for each name. */
  image(name: string): string;
  /** What every good row says. */
  common(): Promise<RowContent>;
}

export interface PlatformAd {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly adset_id: string;
}

export function useAlone(): () => Alone {
  let alone: Alone & { stop(): Promise<unknown> };
  beforeAll(async () => {
    alone = await start();
  });
  afterAll(() => alone?.stop());
  return () => alone;
}

async function start(): Promise<Alone & { stop(): Promise<unknown> }> {
  const sandbox = await startSandbox();
  const images = createServer((request, response) => {
    const background = `#${createHash('md5')
      .update(request.url ?? '')
      .digest('hex')
      .slice(0, 6)}`;
    void sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
      .then((image) =>
        response.writeHead(200, { 'content-type': 'image/png', connection: 'close' }).end(image),
      );
  });
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  const { port } = images.address() as AddressInfo;
  const platform = `${sandbox.url}/meta`;
  const playground = await startPlayground(undefined, { platform });
  const graph: Alone['graph'] = async (method, path, fields = {}) => {
    const query = new URLSearchParams(fields);
    const response = await fetch(`${platform}/${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.token}` },
      ...(method === 'GET' ? {} : { body: query }),
    });
    return (await response.json()) as never;
  };
  let campaign: string | undefined;
  return {
    playground,
    token: sandbox.token,
    graph,
    async makeAdSet() {
      campaign ??= String(
        (
          await graph('POST', `${ACCOUNT}/campaigns`, {
            name: 'Room',
            objective: 'OUTCOME_TRAFFIC',
            status: 'PAUSED',
            special_ad_categories: '[]',
            is_adset_budget_sharing_enabled: 'false',
          })
        ).id,
      );
      const made = await graph('POST', `${ACCOUNT}/adsets`, {
        name: 'Room',
        campaign_id: campaign,
        status: 'PAUSED',
        daily_budget: '5000',
        billing_event: 'IMPRESSIONS',
        optimization_goal: 'LINK_CLICKS',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        targeting: JSON.stringify({
          geo_locations: { countries: ['US'] },
          targeting_automation: { advantage_audience: 0 },
        }),
      });
      if (made.id === undefined) throw new Error(`No ad set: ${JSON.stringify(made)}`);
      return String(made.id);
    },
    async ads() {
      const response = await fetch(`${sandbox.url}/_sandbox/state?objects=ads`);
      return ((await response.json()) as { list: { ads: PlatformAd[] } }).list.ads;
    },
    image: (name) => `http://127.0.0.1:${port}/${name}`,
    async common() {
      const { data } = (await graph('GET', 'me/accounts', {
        fields: 'id,instagram_business_account',
      })) as {
        data: { id: string; instagram_business_account?: { id: string } }[];
      };
      return {
        Ready: true,
        'Ad account': `Sandbox Company Europe (${ACCOUNT})`,
        Page: data[0]?.id ?? '',
        Profile: data[0]?.instagram_business_account?.id ?? '',
        'Media 1': `http://127.0.0.1:${port}/boat_1x1.png`,
        'Primary text': 'Boats for everybody',
        Headline: 'Boats',
        'Call to action': 'LEARN_MORE',
        Link: 'https://example.com/boats',
      };
    },
    async stop() {
      images.close();
      await playground.stop();
      await sandbox.stop();
    },
  };
}
