import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Playground, Service } from './addon-fixture.ts';

/** Rows for launch sheets, and what they need on the server. */

export const ACCOUNT = 'act_1001';
export const SHEET = 'Launch single ads';

/** Uploads an image, one of its own for each name, and answers its address. */
export async function upload(
  { url, adminKey }: Service,
  name: string,
  width = 20,
  height = 20,
): Promise<string> {
  const image = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: `#${createHash('md5').update(name).digest('hex').slice(0, 6)}`,
    },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([image], { type: 'image/png' }), name);
  const response = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}` },
    body: form,
  });
  const uploaded = (await response.json()) as { url?: string };
  if (uploaded.url === undefined) throw new Error(`${name}: ${JSON.stringify(uploaded)}`);
  return uploaded.url;
}

/** Makes ad sets with room for that many ads and answers their ids. */
export async function makeAdSets(server: Service, ads: number, capacity = 50): Promise<string[]> {
  const { campaignId } = await server.ask('POST', '/v1/manage/create-campaign', {
    accountId: ACCOUNT,
    name: 'Room',
    objective: 'OUTCOME_TRAFFIC',
  });
  const ids: string[] = [];
  for (let i = 0; i < Math.ceil(ads / capacity); i++) {
    const { adSetId } = await server.ask('POST', '/v1/manage/create-adset', {
      accountId: ACCOUNT,
      campaignId,
      name: `Room ${i}`,
      dailyBudget: 50,
      optimizationGoal: 'LINK_CLICKS',
      targeting: { geo_locations: { countries: ['US'] } },
    });
    ids.push(String(adSetId));
  }
  return ids;
}

export type RowContent = { readonly [header: string]: string | boolean };

/** Fills a launch sheet from row 2 on: what every row says, and what each says besides. */
export async function fillRows(
  playground: Playground,
  sheet: string,
  common: RowContent,
  rows: readonly RowContent[],
): Promise<void> {
  const seen = await playground.look(sheet);
  const headers = (seen.cells[0] ?? []).map(({ shown }) => shown);
  const last = headers.indexOf('What to do');
  await playground.hands({
    do: 'paste',
    sheet,
    row: 2,
    column: 1,
    rows: rows.map((row) =>
      headers.slice(0, last).map((header) => ({ ...common, ...row })[header] ?? ''),
    ),
  });
}

/** What every good row says. */
export async function goodRow(server: Service): Promise<RowContent> {
  const { data } = await server.ask('GET', `/v1/profiles?businessId=${ACCOUNT}`);
  const [profile] = data as { page: string; secondary: string }[];
  return {
    Ready: true,
    'Ad account': `Sandbox Company Europe (${ACCOUNT})`,
    Page: profile?.page ?? '',
    Profile: profile?.secondary ?? '',
    'Media 1': await upload(server, 'boat_1x1.png'),
    'Primary text': 'Boats for everybody',
    Headline: 'Boats',
    'Call to action': 'LEARN_MORE',
    Link: 'https://example.com/boats',
  };
}

/**
 * Names of the ads that exist in the sandbox, or in one of its accounts, each as often as it
 * exists.
 */
export async function adNames({ sandboxUrl }: Service, accountId?: string): Promise<string[]> {
  const { list } = (await (await fetch(`${sandboxUrl}/_sandbox/state?objects=1`)).json()) as {
    list: { ads: { account: string; name?: string; fields?: { name?: string } }[] };
  };
  return list.ads
    .filter(({ account }) => accountId === undefined || account === accountId)
    .map((ad) => ad.name ?? ad.fields?.name ?? '');
}

/** Goes on as the sidebar's timer does, until nothing is open any more. */
export async function untilSettled(
  playground: Playground,
  name = 'continueLaunches',
): Promise<{ state: string; made: number; failed: number; id: string; batchId: number }[]> {
  for (;;) {
    const views =
      await playground.call<
        { state: string; made: number; failed: number; id: string; batchId: number }[]
      >(name);
    if (views.every(({ state }) => state === 'done')) return views;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
