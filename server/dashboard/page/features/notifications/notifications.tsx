import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, client, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { ago, moment } from '../../base/words.ts';
import { attempt, say } from '../../parts/dialogs.tsx';
import { Check, toggled } from '../../parts/fields.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { Badge, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';

type Choices = AnswerOf<'notifications.choices'>;
type Kind = Choices['page'][number];

const KINDS: { readonly [K in Kind]: readonly [words: string, icon: IconName] } = {
  'launch.finished': ['A launch is done', 'launch'],
  'launch.failed': ['Ads of a launch failed', 'faults'],
  'ad.rejected': ['Ads were rejected', 'faults'],
  'connection.ends': ['Credentials end, or are refused', 'connections'],
  'approval.waits': ['A plan waits for approval', 'check'],
  'approval.ended': ['What became of an approved plan', 'check'],
  'rule.acted': ['A rule acted', 'bolt'],
  'refresh.failed': ['Figures or a report could not be fetched', 'again'],
};

const ALL = Object.keys(KINDS) as readonly Kind[];

export function NotificationsPage({
  mayAdmin,
  isPerson,
}: {
  mayAdmin: boolean;
  isPerson: boolean;
}) {
  const { data, problem, reload, change } = useResource('notifications.choices', {});
  const [busy, setBusy] = useState(false);
  const kinds = ALL.filter((kind) => mayAdmin || kind !== 'connection.ends');
  const choose = async (where: 'page' | 'email', kind: Kind) => {
    if (data === undefined) return;
    const next = toggled(data[where], kind);
    setBusy(true);
    change((now) => ({ ...now, [where]: next }));
    const saved = await attempt(() => client.notifications.choose({ [where]: next }));
    setBusy(false);
    if (saved === undefined) return reload();
    change(() => saved);
    say('Saved.');
  };
  return (
    <>
      <PageHead
        title="Notifications"
        lead="Choose what appears behind the bell, and what is mailed."
      />
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={5} />
      ) : (
        <>
          <Table label="Your notifications" head={['When', 'In the list', 'By e-mail']}>
            {kinds.map((kind) => (
              <tr key={kind}>
                <td class="grow strong">{KINDS[kind][0]}</td>
                {(['page', 'email'] as const).map((where) => (
                  <td key={where} class="nowrap">
                    <Check
                      disabled={busy || (where === 'email' && data.address === null)}
                      value={data[where].includes(kind)}
                      onValue={() => choose(where, kind)}
                    >
                      {where === 'page' ? 'In the list' : 'By e-mail'}
                      <span class="sr"> when: {KINDS[kind][0]}</span>
                    </Check>
                  </td>
                ))}
              </tr>
            ))}
          </Table>
          <p class="hint">{mailWords(data.address, isPerson)}</p>
        </>
      )}
      <p>
        Programs get the same by <a href="#/webhooks">webhooks</a>.
      </p>
    </>
  );
}

const mailWords = (address: string | null, isPerson: boolean): string => {
  if (address !== null) return `Mails go to ${address}.`;
  return isPerson
    ? 'This service has no mail server yet.'
    : 'You signed in with a key, which has no e-mail address.';
};

function useSeen(newest: string | undefined, unread: number, onSeen: () => void): void {
  useEffect(() => {
    if (newest === undefined || unread === 0) return;
    client.notifications.markSeen({ until: newest }).then(onSeen, () => undefined);
  }, [newest]);
}

export function NotificationList({ onSeen }: { onSeen: () => void }) {
  const { data, problem, reload } = useResource('notifications.list', { limit: 50 });
  const names = useNames();
  const newest = data?.data[0]?.at;
  useSeen(newest, data?.unread ?? 0, onSeen);
  if (problem && data === undefined) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={4} />;
  if (data.data.length === 0)
    return (
      <Empty icon="bell" title="Nothing happened yet">
        Launches, rejected ads, expiring tokens, waiting plans and what rules did appear here.
      </Empty>
    );
  return (
    <ul class="news">
      {data.data.map(({ id, kind, at, title, text, link, unread }) => (
        <li key={id} class={unread ? 'unread' : ''}>
          <Icon name={KINDS[kind][1]} />
          <div>
            <a href={`#/${link}`} dir="auto">
              {title}
            </a>{' '}
            {unread && <Badge tone="live">new</Badge>}
            {text !== '' && (
              <p class="hint" dir="auto">
                {names.sentence(text)}
              </p>
            )}
            <p class="hint">
              <time dateTime={at} title={moment(at)}>
                {ago(at)}
              </time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
