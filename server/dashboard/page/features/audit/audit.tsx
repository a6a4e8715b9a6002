import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { useResource } from '../../base/resource.ts';
import { capital, moment } from '../../base/words.ts';
import { Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { auditLink } from './links.ts';

export function AuditPage() {
  const [offset, setOffset] = useState(0);
  const { data, problem, reload } = useResource('audit.list', { limit: 50, offset });
  const keys = useResource('keys.list', { limit: 100 });
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
        <Table narrow="stacks" label="Audit" head={['When', 'What', 'Who', 'On']}>
          {data.data.map((entry) => (
            <tr key={entry.id}>
              <td class="nowrap">
                <time dateTime={entry.at}>{moment(entry.at)}</time>
              </td>
              <td class="grow">
                <span class="strong">{capital(entry.action.replace('.', ' '))}</span>
                <span class="hint" dir="auto">
                  {detailsOf(entry)}
                </span>
              </td>
              <td class="who-cell" dir="auto">
                {entry.person ?? who(entry.keyId)}
              </td>
              <td class="ids">{linked(entry)}</td>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager list={data} onOffset={setOffset} />}
    </>
  );
}

type Entry = AnswerOf<'audit.list'>['data'][number];

function linked({ action, subject }: Entry) {
  const href = auditLink(action, subject);
  return href === undefined ? subject : <a href={href}>{subject}</a>;
}

const detailsOf = ({ details, address }: Entry): string =>
  [...Object.entries(details), ...(address === null ? [] : [['from', address] as const])]
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
