import { useResource } from '../../base/resource.ts';
import { count, moment } from '../../base/words.ts';
import { Badge, Empty, PageHead, ProblemNote, type Tone, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';

/** As far back as the table of days goes. */
const DAYS = 14;
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Events that were sent against those that platforms count, and what became of the latest uploads. */
export function ConversionsPage() {
  const days = useResource('conversions.reconcile', { startDate: dayBefore(DAYS), endDate: dayBefore(-1) });
  const uploads = useResource('conversions.uploads', { limit: 20 });
  const rows = days.data?.data ?? [];
  return (
    <>
      <PageHead
        title="Conversions"
        lead="Events that were sent, against those that each platform counts, day by day. Platforms may count late."
      />
      {days.problem && <ProblemNote problem={days.problem} onRetry={days.reload} />}
      {days.data === undefined ? (
        !days.problem && <Waiting rows={4} />
      ) : rows.length === 0 ? (
        <Empty icon="reports" title="No events in the last two weeks">
          Send some with POST /v1/conversions, or a CSV with slipway conversions.
        </Empty>
      ) : (
        <Table
          narrow="stacks"
          label="Sent and received by day"
          head={['Day', 'Destination', 'Sent', 'Received', 'Difference', 'Refused', 'Uncertain', 'Waiting']}
          numbers={[2, 3, 4, 5, 6, 7]}
        >
          {rows.map((row) => (
            <tr key={`${row.destination} ${row.day}`}>
              <td class="nowrap strong">{row.day}</td>
              <td class="ids">{row.destination}</td>
              <td class="number" data-name="sent">
                {count(row.sent)}
              </td>
              <td class="number" data-name="received">
                {row.received === null ? <span class="hint">not told</span> : count(row.received)}
              </td>
              <td class="number" data-name="difference">
                {row.difference === null ? (
                  <span class="hint">not known</span>
                ) : row.difference === 0 ? (
                  <Badge tone="good">None</Badge>
                ) : (
                  <Badge tone="warn">{row.difference > 0 ? `+${count(row.difference)}` : `−${count(-row.difference)}`}</Badge>
                )}
              </td>
              <td class="number" data-name="refused">
                {count(row.refused)}
              </td>
              <td class="number" data-name="uncertain">
                {count(row.uncertain)}
              </td>
              <td class="number" data-name="waiting">
                {count(row.queued)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <h2 class="section">Latest uploads</h2>
      {uploads.problem && <ProblemNote problem={uploads.problem} onRetry={uploads.reload} />}
      {uploads.data !== undefined && uploads.data.data.length > 0 && (
        <Table narrow="stacks" label="Latest uploads" head={['When', 'Upload', 'State', 'Outcomes', 'Destinations']}>
          {uploads.data.data.map(({ uploadId, createdAt, finished, counts, destinations }) => (
            <tr key={uploadId}>
              <td class="nowrap">
                <time dateTime={createdAt}>{moment(createdAt)}</time>
              </td>
              <td class="ids">{uploadId}</td>
              <td>
                <Badge tone={toneOf(finished, counts)}>{finished ? 'Finished' : 'Under way'}</Badge>
              </td>
              <td class="nowrap">
                {Object.entries(counts)
                  .filter(([, of]) => of > 0)
                  .map(([outcome, of]) => `${count(of)} ${outcome}`)
                  .join(', ')}
              </td>
              <td class="ids wide">{destinations.join(', ')}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

const toneOf = (finished: boolean, { refused, uncertain }: { readonly refused: number; readonly uncertain: number }): Tone =>
  !finished ? 'live' : refused + uncertain > 0 ? 'warn' : 'good';
