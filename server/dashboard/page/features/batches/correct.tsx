import { useState } from 'preact/hooks';
import { formatCsv } from '../../../../../core/base/csv.ts';
import { writeRows } from '../../../../../core/sheet/write-rows.ts';
import { client } from '../../base/api.ts';
import { downloadText } from '../../base/download.ts';
import { useColumns } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import type { BatchDetail } from '../../base/shapes.ts';
import { Button } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { openRows } from '../../rows/kept-rows.ts';
import type { Sheet } from '../../rows/sheet.ts';

/** The failed ads as rows again: in the launch page, or in a file. */
export function CorrectFailed({ batch }: { readonly batch: BatchDetail }) {
  const columns = useColumns();
  const [busy, setBusy] = useState<string>();
  const rows = async (as: string): Promise<Sheet | undefined> => {
    setBusy(as);
    const answer = await attempt(() => client.batches.ads({ id: batch.adBatchId }));
    setBusy(undefined);
    if (answer === undefined) return undefined;
    if (answer.data.length > 0) return writeRows(answer.data, columns);
    say('These ads may exist at the platform. Retry looks for them first.', 'calm');
    return undefined;
  };
  const correct = async (): Promise<void> => {
    const sheet = await rows('correct');
    if (sheet === undefined) return;
    openRows(sheet);
    go('launch');
  };
  const download = async (): Promise<void> => {
    const sheet = await rows('file');
    if (sheet !== undefined) downloadText(formatCsv([sheet.headers, ...sheet.rows]), `batch ${batch.adBatchId} failed.csv`);
  };
  return (
    <>
      <Button icon="launch" busy={busy === 'correct'} onClick={() => void correct()}>
        Correct and launch
      </Button>
      <Button icon="download" busy={busy === 'file'} label="Failed ads as CSV" onClick={() => void download()} />
    </>
  );
}
