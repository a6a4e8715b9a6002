import { formatCsv } from '../../../../../core/base/csv.ts';
import { writeRows } from '../../../../../core/sheet/write-rows.ts';
import { type BatchDetail, client } from '../../base/api.ts';
import { downloadText } from '../../base/download.ts';
import { useColumns } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';
import { openRows } from '../../rows/kept-rows.ts';

export function CorrectFailed({ batch: { adBatchId } }: { batch: BatchDetail }) {
  const columns = useColumns();
  const failedRows = async () => {
    const answer = await attempt(() => client.batches.ads({ id: adBatchId }));
    if (answer === undefined) return undefined;
    if (answer.data.length > 0) return writeRows(answer.data, columns);
    say('These ads may exist at the platform. Retry looks for them first.', 'calm');
    return undefined;
  };
  const correct = async () => {
    const sheet = await failedRows();
    if (sheet === undefined) return;
    openRows(sheet);
    go('launch');
  };
  const download = async () => {
    const sheet = await failedRows();
    if (sheet !== undefined)
      downloadText(formatCsv([sheet.headers, ...sheet.rows]), `batch ${adBatchId} failed.csv`);
  };
  return (
    <>
      <Button icon="launch" waits onClick={correct}>
        Correct and launch
      </Button>
      <Button icon="download" waits label="Failed ads as CSV" onClick={download} />
    </>
  );
}
