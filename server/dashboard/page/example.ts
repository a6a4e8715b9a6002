import { get, upload } from './api.ts';
import type { AdAccount, List, MediaItem } from './shapes.ts';
import type { Sheet } from './sheet.ts';

interface AdSet {
  readonly value: string;
  readonly label: string;
  readonly adCount: number;
  readonly capacity: number;
  readonly status: string;
  readonly campaign: { readonly objective?: string };
}

export interface Example {
  readonly sheet: Sheet;
  /** What its rows name. */
  readonly picture: MediaItem;
}

const PICTURE = 'example-1x1.png';

/** Three rows for the first account there is, with a picture painted here and one honest mistake. */
export async function makeExample(): Promise<Example | undefined> {
  const accounts = await get<List<AdAccount>>('/v1/adaccounts');
  const account = accounts.data.find(({ status, platform }) => status === 'active' && platform === 'primary');
  if (account === undefined) return undefined;
  const adSets = await get<List<AdSet>>(`/v1/adsets?accountId=${account.id}&status=ACTIVE&limit=200`);
  const roomy =
    adSets.data.find(({ adCount, campaign }) => adCount === 0 && campaign.objective === 'OUTCOME_TRAFFIC') ?? adSets.data[0];
  const profiles = await get<List<{ page: string; primaryName: string; secondary: string; secondaryName: string }>>(
    `/v1/profiles?accountId=${account.id}`,
  );
  const profile = profiles.data[0];
  if (roomy === undefined || profile === undefined) return undefined;
  const former = await get<List<MediaItem>>(`/v1/media?q=${encodeURIComponent(PICTURE)}&limit=1`);
  const picture = former.data[0] ?? (await upload<MediaItem>(await paint()));
  const shared = [
    `${account.name} (${account.id})`,
    `${roomy.label} (${roomy.value})`,
    `${profile.primaryName} (${profile.page})`,
    `${profile.secondaryName} (${profile.secondary})`,
    picture.filename,
  ];
  const row = (name: string, headline: string, link: string): string[] => [
    name,
    ...shared,
    'From the harbour, in every weather.',
    headline,
    'SHOP_NOW',
    link,
  ];
  const sheet = {
    headers: [
      'Ad name',
      'Ad account',
      'Ad sets',
      'Page',
      'Profile',
      'Media 1',
      'Primary text',
      'Headline',
      'Call to action',
      'Link',
    ],
    rows: [
      row('Example {{index}}', 'A coat for every tide', 'https://example.com/coat'),
      row('Example {{index}}', 'Dry feet, all winter', 'example.com/boots'),
      row('Example {{index}}', 'Light for long evenings', 'https://example.com/lamp'),
    ],
  };
  return { sheet, picture };
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
