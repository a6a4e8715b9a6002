import { exampleAdSet, exampleProfile, exampleSheet, isForExample } from '../../../../../core/sheet/example.ts';
import { client, type RowOf } from '../../base/api.ts';
import type { Sheet } from '../../rows/sheet.ts';

export type NamedMedia = Pick<RowOf<'media.list'>, 'originalName' | 'filename' | 'url'>;

export interface Example {
  readonly sheet: Sheet;
  readonly picture: NamedMedia;
}

const PICTURE = 'example-1x1.png';

/** Three rows for the first account, with a painted picture and one mistake. */
export async function makeExample(): Promise<Example | undefined> {
  const accounts = await client.accounts.list();
  const platforms = await client.platforms.list();
  const account = accounts.data.find(({ status, platform }) => status === 'active' && isForExample(platforms.data, platform));
  if (account === undefined) return undefined;
  const adSets = await client.reports.adSets({ accountId: account.id, status: 'ACTIVE', limit: 200 });
  const profiles = await client.accounts.profiles({ accountId: account.id });
  const [adSet, profile] = [exampleAdSet(adSets.data), exampleProfile(profiles.data)];
  if (adSet === undefined || profile === undefined) return undefined;
  const former = await client.media.list({ q: PICTURE, limit: 1 });
  const picture = former.data[0] ?? (await client.media.upload({ name: PICTURE, content: await paint() }));
  return { sheet: exampleSheet({ account, adSet, profile, media: picture.originalName }, { mistake: true }), picture };
}

function paint(): Promise<Blob> {
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
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)), 'image/png'),
  );
}
