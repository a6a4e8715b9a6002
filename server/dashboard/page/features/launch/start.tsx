import {
  exampleAdSet,
  exampleProfile,
  exampleSheet,
  isForExample,
} from '../../../../../core/sheet/example.ts';
import { client, type RowOf } from '../../base/api.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Button, DropZone } from '../../parts/parts.tsx';
import { MEDIA_TYPES } from '../../parts/uploads.tsx';
import type { Sheet } from '../../rows/sheet.ts';

interface StartProps {
  onFiles: (files: readonly File[]) => void;
  onPaste: (text: string) => void;
  onEmpty: () => void;
  onExample: (example: Example) => void;
  onBringBack?: () => void;
}

export function Start({ onFiles, onPaste, onEmpty, onExample, onBringBack }: StartProps) {
  const fill = async () => {
    const example = await attempt(makeExample);
    if (example === undefined)
      say('There is no ad account to make an example for. Connect one first.', 'bad');
    else onExample(example);
  };
  return (
    <div class="start">
      {onBringBack && (
        <p class="looking">
          The rows were put aside.
          <Button icon="undo" onClick={onBringBack}>
            Bring them back
          </Button>
        </p>
      )}
      <label class="field paste">
        <span class="field-label">Rows from a spreadsheet, with their headers</span>
        <textarea
          rows={7}
          spellcheck={false}
          placeholder={'Ad name\tAd account\tAd sets\tPage\tProfile\tMedia 1\tHeadline\tLink\n…'}
          onPaste={(event) => {
            event.preventDefault();
            onPaste(event.clipboardData?.getData('text/plain') ?? '');
          }}
          onChange={(event) =>
            event.currentTarget.value.trim() !== '' && onPaste(event.currentTarget.value)
          }
        />
      </label>
      <DropZone accept={`.csv,.tsv,.txt,${MEDIA_TYPES}`} onFiles={onFiles}>
        <Icon name="file" size={22} />
        <span>
          <strong>Or drop images and videos, or a CSV with the media it names</strong>
          <span class="hint">Without a CSV each file becomes an ad, named as the file is.</span>
        </span>
      </DropZone>
      <p class="looking">
        <Button icon="plus" onClick={onEmpty}>
          Start with an empty row
        </Button>
        Just looking?
        <Button icon="bolt" waits onClick={fill}>
          Fill in an example
        </Button>
      </p>
    </div>
  );
}

type NamedMedia = Pick<RowOf<'media.list'>, 'originalName' | 'filename' | 'url'>;

interface Example {
  readonly sheet: Sheet;
  readonly picture: NamedMedia;
}

const PICTURE = 'example-1x1.png';

async function makeExample(): Promise<Example | undefined> {
  const accounts = await client.accounts.list();
  const platforms = await client.platforms.list();
  const account = accounts.data.find(
    ({ status, platform }) => status === 'active' && isForExample(platforms.data, platform),
  );
  if (account === undefined) return undefined;
  const adSets = await client.reports.adSets({
    accountId: account.id,
    status: 'ACTIVE',
    limit: 200,
  });
  const profiles = await client.accounts.profiles({ accountId: account.id });
  const [adSet, profile] = [exampleAdSet(adSets.data), exampleProfile(profiles.data)];
  if (adSet === undefined || profile === undefined) return undefined;
  const former = await client.media.list({ q: PICTURE, limit: 1 });
  const picture =
    former.data[0] ?? (await client.media.upload({ name: PICTURE, content: await paint() }));
  return {
    sheet: exampleSheet(
      { account, adSet, profile, media: picture.originalName },
      { mistake: true },
    ),
    picture,
  };
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
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)),
      'image/png',
    ),
  );
}
