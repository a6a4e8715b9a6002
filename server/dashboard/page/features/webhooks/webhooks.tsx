import { useState } from 'preact/hooks';
import type { EventName } from '../../../../../core/events/events.ts';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { ago, count, moment, plural } from '../../base/words.ts';
import { Confirm, Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Badge, Button, Empty, FreshKey, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

type Webhook = AnswerOf<'webhooks.list'>['data'][number];

/** What each event means to whoever chooses among them. */
const WORDS: { readonly [E in EventName]: string } = {
  'batch.finished': 'A launch has ended',
  'automation.executed': 'A rule has acted',
  'comment.created': 'A comment was written',
  'connection.expiring': 'Credentials end or have ended',
  'report.finished': 'A scheduled report is there, or failed',
  'approval.requested': 'A plan waits for approval',
  'ad.rejected': 'The review of a platform refused ads',
};

const webhookEvents = Object.keys(WORDS) as readonly EventName[];

export function WebhooksPage() {
  const { data, problem, reload } = useResource('webhooks.list', { limit: 100 });
  const [open, setOpen] = useState<Webhook | 'new'>();
  const [fresh, setFresh] = useState<{ readonly name: string; readonly secret: string }>();
  const [leaving, setLeaving] = useState<Webhook>();
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      New webhook
    </Button>
  );
  const rotate = async (webhook: Webhook): Promise<void> => {
    const rotated = await attempt(() => client.webhooks.rotateSecret({ id: webhook.id }));
    if (rotated) setFresh({ name: `New secret of ${nameOf(webhook)}`, secret: rotated.secret });
  };
  const remove = async (webhook: Webhook): Promise<void> => {
    setLeaving(undefined);
    if ((await attempt(() => client.webhooks.delete({ id: webhook.id }))) !== undefined) say(`${nameOf(webhook)} is deleted.`);
    reload();
  };
  return (
    <>
      <PageHead title="Webhooks" lead="Addresses of your own programs that are told when something happens.">
        {create}
      </PageHead>
      {fresh && <FreshKey name={fresh.name} secret={fresh.secret} />}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={3} />
      ) : data.data.length === 0 ? (
        <Empty icon="bolt" title="No webhook yet" action={create}>
          Every delivery is signed, and repeated for two days until it is received.
        </Empty>
      ) : (
        <ul class="cards">
          {data.data.map((webhook) => (
            <li key={webhook.id} class="card connection">
              <div>
                <p class="strong" dir="auto">
                  {nameOf(webhook)}
                </p>
                {webhook.name !== '' && <p class="hint ids">{webhook.url}</p>}
                <p class="hint">{webhook.events.map((event) => WORDS[event]).join(' · ')}</p>
                <Receiver webhook={webhook} />
              </div>
              <div class="actions">
                <a class="button plain" href={`#/webhooks/${webhook.id}`}>
                  Deliveries
                </a>
                <Button label={`Edit ${nameOf(webhook)}`} onClick={() => setOpen(webhook)}>
                  Edit
                </Button>
                <Button
                  kind="quiet"
                  icon="again"
                  label={`New secret for ${nameOf(webhook)}`}
                  onClick={() => void rotate(webhook)}
                />
                <Button kind="quiet" icon="trash" label={`Delete ${nameOf(webhook)}`} onClick={() => setLeaving(webhook)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={open === 'new' ? 'New webhook' : `Edit ${open === undefined ? '' : nameOf(open)}`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open !== undefined && (
          <WebhookForm
            webhook={open === 'new' ? undefined : open}
            onSaved={(made) => {
              setOpen(undefined);
              if (made) setFresh(made);
              reload();
            }}
          />
        )}
      </Dialog>
      <Confirm
        verb="Delete"
        name={leaving && nameOf(leaving)}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        <p>What is on its way to it is not sent any more.</p>
      </Confirm>
    </>
  );
}

const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name || url;

function Receiver({ webhook: { receiver } }: { readonly webhook: Webhook }) {
  if (receiver.state === 'ok') return <p class="good-text">Answers.</p>;
  return (
    <p class="bad-text">
      {plural(receiver.failures, 'delivery', 'deliveries')} failed in a row
      {receiver.since !== null && ` since ${moment(receiver.since)}`}. {receiver.lastAnswer}
      {receiver.nextAttemptAt !== null && ` Asked again ${moment(receiver.nextAttemptAt)}.`}
    </p>
  );
}

interface WebhookFormProps {
  readonly webhook: Webhook | undefined;
  readonly onSaved: (made?: { readonly name: string; readonly secret: string }) => void;
}

function WebhookForm({ webhook, onSaved }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [name, setName] = useState(webhook?.name ?? '');
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? webhookEvents);
  const flip = (event: EventName): void =>
    setEvents((all) => (all.includes(event) ? all.filter((each) => each !== event) : [...all, event]));
  const body = { url, name: name.trim(), events: [...events] };
  const send = async () =>
    webhook === undefined
      ? await client.webhooks.create(body)
      : { ...(await client.webhooks.update({ id: webhook.id, ...body })), secret: undefined };
  return (
    <Form
      send={send}
      onDone={({ secret, ...made }) => onSaved(secret === undefined ? undefined : { name: `Secret of ${nameOf(made)}`, secret })}
      button="Save"
      disabled={events.length === 0}
    >
      <TextField label="Address" hint="A public https:// address of your own" type="url" required value={url} onText={setUrl} />
      <TextField label="Name (optional)" maxLength={100} value={name} onText={setName} />
      <fieldset>
        <legend class="field-label">Is told when</legend>
        {webhookEvents.map((event) => (
          <label key={event} class="check">
            <input type="checkbox" checked={events.includes(event)} onChange={() => flip(event)} /> {WORDS[event]}{' '}
            <span class="hint ids">{event}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

const TONES = { waiting: 'live', delivered: 'good', given_up: 'bad' } as const;
const STATES = { waiting: 'On its way', delivered: 'Received', given_up: 'Given up' } as const;

/** What was sent to one webhook, and what came of it. */
export function WebhookPage({ id }: { readonly id: string }) {
  const [offset, setOffset] = useState(0);
  const webhooks = useResource('webhooks.list', { limit: 100 });
  const { data, problem, reload } = useResource('webhooks.deliveries', { id, limit: 50, offset }, { everyMs: 10_000 });
  const webhook = webhooks.data?.data.find((each) => each.id === id);
  return (
    <>
      <PageHead
        title="Deliveries"
        lead={
          <>
            <a href="#/webhooks">Webhooks</a> · <span dir="auto">{webhook === undefined ? id : nameOf(webhook)}</span>
          </>
        }
      >
        <Button icon="again" onClick={reload}>
          Look again
        </Button>
      </PageHead>
      {webhook && <Receiver webhook={webhook} />}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.data.length === 0 ? (
        <Empty icon="bolt" title="Nothing sent yet">
          What is sent appears here, 30 days back.
        </Empty>
      ) : (
        <Table narrow="stacks" label="Deliveries" head={['When', 'What', 'State', 'Tries', 'Last answer']} numbers={[3]}>
          {data.data.map(({ id: each, event, eventId, status, attempts, createdAt, nextAttemptAt, lastAnswer }) => (
            <tr key={each}>
              <td class="nowrap">
                <time dateTime={createdAt} title={moment(createdAt)}>
                  {ago(createdAt)}
                </time>
              </td>
              <td class="grow">
                {WORDS[event]}
                <span class="hint ids">{eventId}</span>
              </td>
              <td class="nowrap">
                <Badge tone={TONES[status]}>{STATES[status]}</Badge>
              </td>
              <td class="number" data-name="tries">
                {count(attempts)}
              </td>
              <td class="hint">
                {lastAnswer}
                {nextAttemptAt !== null && ` Again ${moment(nextAttemptAt)}.`}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager list={data} onOffset={setOffset} />}
    </>
  );
}
