import { attempt, say } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Button, DropZone } from '../../parts/parts.tsx';
import { MEDIA_TYPES } from '../../parts/uploads.tsx';
import { type Example, makeExample } from './example.ts';

interface StartProps {
  onFiles: (files: readonly File[]) => void;
  onPaste: (text: string) => void;
  onExample: (example: Example) => void;
  onBringBack?: () => void;
}

export function Start({ onFiles, onPaste, onExample, onBringBack }: StartProps) {
  const fill = async () => {
    const example = await attempt(makeExample);
    if (example === undefined) say('There is no ad account to make an example for. Connect one first.', 'bad');
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
          onChange={(event) => event.currentTarget.value.trim() !== '' && onPaste(event.currentTarget.value)}
        />
      </label>
      <DropZone accept={`.csv,.tsv,.txt,${MEDIA_TYPES}`} onFiles={onFiles}>
        <Icon name="file" size={22} />
        <span>
          <strong>Or drop a CSV here, with the media it names</strong>
          <span class="hint">The columns are those of the Google Sheets add-on.</span>
        </span>
      </DropZone>
      <p class="looking">
        Just looking?
        <Button icon="bolt" waits onClick={fill}>
          Fill in an example
        </Button>
      </p>
    </div>
  );
}
