import sharp from 'sharp';
import { formatCsv } from '../../../../core/base/csv.ts';
import {
  exampleAdSet,
  exampleProfile,
  exampleSheet,
  isForExample,
} from '../../../../core/sheet/example.ts';
import { ApiError, type Client } from '../../../client/client.ts';

const PICTURE = 'example-1x1.png';

/**
 * A launch file for the first account there is, with a picture that is uploaded for it. It can be
 * launched as it stands.
 */
export async function exampleFile(client: Client): Promise<string> {
  const accounts = await client.accounts.list({ limit: 200 });
  const platforms = await client.platforms.list();
  const account = accounts.data.find(
    ({ status, platform }) => status === 'active' && isForExample(platforms.data, platform),
  );
  if (account === undefined)
    throw new ApiError(
      404,
      'not_found',
      'There is no ad account to make an example for. Connect one first.',
    );
  const adSets = await client.reports.adSets({
    accountId: account.id,
    status: 'ACTIVE',
    limit: 200,
  });
  const profiles = await client.accounts.profiles({ accountId: account.id });
  const [adSet, profile] = [exampleAdSet(adSets.data), exampleProfile(profiles.data)];
  if (adSet === undefined || profile === undefined)
    throw new ApiError(
      404,
      'not_found',
      `${account.name} (${account.id}) has no active ad set or no page to make an example with.`,
    );
  const former = await client.media.list({ q: PICTURE, limit: 1 });
  const media =
    former.data[0] ?? (await client.media.upload({ name: PICTURE, content: await paint() }));
  const { headers, rows } = exampleSheet(
    { account, adSet, profile, media: media.url },
    { mistake: false },
  );
  return formatCsv([headers, ...rows]);
}

const paint = (): Promise<Uint8Array> =>
  sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' } })
    .png()
    .toBuffer();
