import sharp from 'sharp';
import type { PlatformRow } from '../../core/schema/platforms.ts';
import { formatCsv } from '../../core/sheet/csv.ts';
import { type ExampleParts, exampleAdSet, exampleSheet, isForExample } from '../../core/sheet/example.ts';
import { type Client, Refusal } from './client.ts';

type List<T> = { readonly data: readonly T[] };
type AdSet = Parameters<typeof exampleAdSet>[0][number];

const PICTURE = 'example-1x1.png';

/** A launch file for the first account there is, with a picture that is uploaded for it. It can be launched as it stands. */
export async function exampleFile(client: Client): Promise<string> {
  const accounts =
    await client.get<List<{ id: string; name: string; platform: string; status: string }>>('/v1/adaccounts?limit=200');
  const platforms = await client.get<List<PlatformRow>>('/v1/platforms');
  const account = accounts.data.find(({ status, platform }) => status === 'active' && isForExample(platforms.data, platform));
  if (account === undefined)
    throw new Refusal(404, 'not_found', 'There is no ad account to make an example for. Connect one first.');
  const adSets = await client.get<List<AdSet>>(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`);
  const profiles = await client.get<List<ExampleParts['profile']>>(`/v1/profiles?accountId=${account.id}`);
  const [adSet, profile] = [exampleAdSet(adSets.data), profiles.data[0]];
  if (adSet === undefined || profile === undefined)
    throw new Refusal(
      404,
      'not_found',
      `${account.name} (${account.id}) has no active ad set or no page to make an example with.`,
    );
  const former = await client.get<List<{ url: string }>>(`/v1/media?q=${PICTURE}&limit=1`);
  const media = former.data[0] ?? (await client.upload<{ url: string }>('/v1/media/upload', PICTURE, await paint()));
  const { headers, rows } = exampleSheet({ account, adSet, profile, media: media.url }, { mistake: false });
  return formatCsv([headers, ...rows]);
}

const paint = (): Promise<Uint8Array> =>
  sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' } })
    .png()
    .toBuffer();
