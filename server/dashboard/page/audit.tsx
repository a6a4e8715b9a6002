import { Empty, PageHead, ProblemNote, Table, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import type { AuditEntry, Key, List } from './shapes.ts';
import { moment } from './words.ts';

export function AuditPage() {
  const { data, problem, reload } = useResource<List<AuditEntry>>('/v1/audit?limit=100');
  const keys = useResource<List<Key>>('/v1/keys?limit=100');
  const who = (keyId: string): string => keys.data?.data.find(({ id }) => id === keyId)?.name ?? keyId;
  return (
    <>
      <PageHead title="Audit" lead="Who did what, the latest first. Nothing here can be changed." />
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={6} />
      ) : data.data.length === 0 ? (
        <Empty icon="audit" title="Nothing yet">
          Keys, connections and companies leave a line here when they change.
        </Empty>
      ) : (
        <Table label="Audit" head={['When', 'Who', 'What', 'On', 'Details']}>
          {data.data.map((entry) => (
            <tr key={entry.id}>
              <td class="nowrap">
                <time dateTime={entry.at}>{moment(entry.at)}</time>
              </td>
              <td>{who(entry.keyId)}</td>
              <td class="strong nowrap">{entry.action.replace('.', ' ')}</td>
              <td class="ids">{entry.subject}</td>
              <td class="hint grow">
                {Object.entries(entry.details)
                  .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
