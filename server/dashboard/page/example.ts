import type { PlatformRow } from '../../../core/schema/platforms.ts';
import { type ExampleParts, exampleAdSet, exampleSheet, isForExample } from '../../../core/sheet/example.ts';
import { get, upload } from './api.ts';
import type { AdAccount, List, MediaItem } from './shapes.ts';
import type { Sheet } from './sheet.ts';

type AdSet = Parameters<typeof exampleAdSet>[0][number];

export interface Example {
  readonly sheet: Sheet;
  /** What its rows name. */
  readonly picture: MediaItem;
}

const PICTURE = 'example-1x1.png';

/** Three rows for the first account there is, with a picture painted here and one honest mistake. */
export async function makeExample(): Promise<Example | undefined> {
  const accounts = await get<List<AdAccount>>('/v1/adaccounts');
  const platforms = await get<{ readonly data: readonly PlatformRow[] }>('/v1/platforms');
  const account = accounts.data.find(({ status, platform }) => status === 'active' && isForExample(platforms.data, platform));
  if (account === undefined) return undefined;
  const adSets = await get<List<AdSet>>(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`);
  const profiles = await get<List<ExampleParts['profile']>>(`/v1/profiles?accountId=${account.id}`);
  const [adSet, profile] = [exampleAdSet(adSets.data), profiles.data[0]];
  if (adSet === undefined || profile === undefined) return undefined;
  const former = await get<List<MediaItem>>(`/v1/media?q=${encodeURIComponent(PICTURE)}&limit=1`);
  const picture = former.data[0] ?? (await upload<MediaItem>(await paint()));
  return { sheet: exampleSheet({ account, adSet, profile, media: picture.filename }, { mistake: true }), picture };
}

function paint(): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1080, 1080];
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    const sky = pen.createLinearGradient(0, 0, 0, 1080);
    sky.addColorStop(0, '#0d4f5c');
    sky.addColorStop(1, '#f2c9a1');
    pen.fillStyle = sky;
    pen.fillRect(0, 0, 1080, 1080);
    pen.fillStyle = '#fff';
    pen.beginPath();
    pen.moveTo(320, 720);
    pen.lineTo(320, 260);
    pen.lineTo(680, 690);
    pen.fill();
    pen.fillStyle = '#0b3037';
    pen.fillRect(0, 740, 1080, 340);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture.')) : resolve(new File([blob], PICTURE))), 'image/png'),
  );
}
