import { useState } from 'preact/hooks';
import { lastPlaces, placesOf } from '../../../../../core/base/event-places.ts';
import { useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { count, moment } from '../../base/words.ts';
import { Badge, Empty, PageHead, ProblemNote } from '../../parts/parts.tsx';
import { List, ResourceList } from '../../parts/table.tsx';
import { SendEvents } from './send-events.tsx';

const DAYS = 14;
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const Difference = ({ of }: { of: number | null }) =>
  of === null ? (
    <span class="hint">not known</span>
  ) : of === 0 ? (
    <Badge tone="good">None</Badge>
  ) : (
    <Badge tone="warn">{of > 0 ? `+${count(of)}` : `−${count(-of)}`}</Badge>
  );

export function ConversionsPage({ maySend }: { maySend: boolean }) {
  const destinations = useResource('conversions.destinations', {});
  const days = useResource('conversions.reconcile', {
    startDate: dayBefore(DAYS),
    endDate: dayBefore(-1),
  });
  const uploads = useResource('conversions.uploads', { limit: 20 });
  const platforms = usePlatforms();
  const rows = destinations.data?.data ?? [];
  const names = new Map(
    placesOf(rows, (id) => labelOf(platforms, id)).map(({ destination, label }) => [
      destination,
      label,
    ]),
  );
  const named = (destination: string) => names.get(destination) ?? destination;
  return (
    <>
      <PageHead
        title="Conversions"
        lead="Events that were sent, against those that each platform counts, day by day. Platforms may count late."
      />
      {maySend && (
        <SendEvents
          placesFor={(file) =>
            placesOf(
              rows,
              (id) => labelOf(platforms, id),
              lastPlaces(uploads.data?.data ?? [], [file]),
            )
          }
          onSent={() => {
            days.reload();
            uploads.reload();
          }}
        />
      )}
      <ResourceList
        of={days}
        empty={
          <Empty icon="reports" title="No events in the last two weeks">
            Drop a CSV above to send events, such as sales in shops.
          </Empty>
        }
        label="Sent and received by day"
        keyOf={({ destination, day }) => `${destination} ${day}`}
        columns={[
          ['Day', ({ day }) => day, 'nowrap strong'],
          ['Destination', ({ destination }) => named(destination)],
          ['Sent', ({ sent }) => count(sent), 'number', 'sent'],
          [
            'Received',
            ({ received }) =>
              received === null ? <span class="hint">not told</span> : count(received),
            'number',
            'received',
          ],
          [
            'Difference',
            ({ difference }) => <Difference of={difference} />,
            'number',
            'difference',
          ],
          ['Refused', ({ refused }) => count(refused), 'number', 'refused'],
          ['Uncertain', ({ uncertain }) => count(uncertain), 'number', 'uncertain'],
          ['Waiting', ({ queued }) => count(queued), 'number', 'waiting'],
        ]}
      />
      <h2 class="section">Latest uploads</h2>
      {uploads.problem && <ProblemNote problem={uploads.problem} onRetry={uploads.reload} />}
      {uploads.data !== undefined && uploads.data.data.length > 0 && (
        <List
          label="Latest uploads"
          rows={uploads.data.data}
          keyOf={({ uploadId }) => uploadId}
          columns={[
            [
              'When',
              ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time>,
              'nowrap',
            ],
            [
              'Refused',
              ({ uploadId, counts: { refused, uncertain } }) =>
                refused + uncertain > 0 && <Failures id={uploadId} />,
            ],
            [
              'State',
              ({ finished, counts: { refused, uncertain } }) => (
                <Badge tone={!finished ? 'live' : refused + uncertain > 0 ? 'warn' : 'good'}>
                  {finished ? 'Finished' : 'Under way'}
                </Badge>
              ),
            ],
            [
              'Outcomes',
              ({ counts }) =>
                Object.entries(counts)
                  .filter(([, of]) => of > 0)
                  .map(([outcome, of]) => `${count(of)} ${outcome}`)
                  .join(', '),
              'nowrap',
            ],
            ['File', ({ file }) => <span dir="auto">{file}</span>],
            ['Destinations', ({ destinations: to }) => to.map(named).join(', '), 'wide'],
          ]}
        />
      )}
    </>
  );
}

/** Which events of an upload were refused, and why. Read once it is opened. */
function Failures({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, problem } = useResource('conversions.status', isOpen ? { id } : undefined);
  const failures = data?.destinations.flatMap((each) => each.failures) ?? [];
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Which and why</summary>
      {problem && <ProblemNote problem={problem} />}
      <ul>
        {failures.map(({ index, message, outcome }) => (
          <li key={index}>
            Row {index + 2}: {message} <span class="hint">{outcome}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
