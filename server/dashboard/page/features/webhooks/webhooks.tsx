import { client, type RowOf, useResource } from '../../base/api.ts';
import { ago, count, moment, plural } from '../../base/words.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Checks, Form, TextField, useValues } from '../../parts/fields.tsx';
import { useCreate, useRowActions } from '../../parts/list-page.tsx';
import { Badge, Button, Empty, Loaded, PageHead } from '../../parts/parts.tsx';
import { ResourceList, usePages } from '../../parts/table.tsx';

type Webhook = RowOf<'webhooks.list'>;
type FreshSecret = { readonly name: string; readonly secret: string };
type Events = readonly RowOf<'webhooks.events'>[];

/** Empty until they were read. */
const useEvents = (): Events => useResource('webhooks.events', { limit: 100 }).data?.data ?? [];

/** An event of a version that had others is shown by its name. */
const wordsOf = (events: Events, name: string): string =>
  events.find(({ event }) => event === name)?.words ?? name;

export function WebhooksPage() {
  const webhooks = useResource('webhooks.list', { limit: 100 });
  const events = useEvents();
  const form = (webhook: Webhook | undefined, done: (made?: FreshSecret) => void) =>
    events.length > 0 && <WebhookForm webhook={webhook} events={events} onSaved={done} />;
  const { create, secret, setFresh } = useCreate('New webhook', webhooks.reload, (done) =>
    form(undefined, done),
  );
  const rotate = async (webhook: Webhook) => {
    const rotated = await attempt(() => client.webhooks.rotateSecret({ id: webhook.id }));
    if (rotated) setFresh({ name: `New secret of ${nameOf(webhook)}`, secret: rotated.secret });
  };
  const { buttons, dialogs } = useRowActions<Webhook>(
    {
      nameOf,
      actions: (webhook) => (
        <>
          <a class="button plain" href={`#/webhooks/${webhook.id}`}>
            Deliveries
          </a>
          <Button
            kind="quiet"
            icon="again"
            label={`New secret for ${nameOf(webhook)}`}
            onClick={() => rotate(webhook)}
          />
        </>
      ),
      edit: { word: 'Edit', form },
      ending: {
        call: ({ id }) => client.webhooks.delete({ id }),
        note: 'What is on its way to it is not sent any more.',
      },
    },
    webhooks.reload,
  );
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Addresses of your own programs that get an event when something happens."
      >
        {create}
      </PageHead>
      {secret}
      <Loaded
        of={webhooks}
        rows={3}
        empty={
          <Empty icon="bolt" title="No webhook yet" action={create}>
            Every delivery is signed, and repeated for two days until it is received.
          </Empty>
        }
      >
        {({ data }) => (
          <ul class="cards">
            {data.map((webhook) => (
              <li key={webhook.id} class="card connection">
                <div>
                  <p class="strong" dir="auto">
                    {nameOf(webhook)}
                  </p>
                  {webhook.name !== '' && <p class="hint ids">{webhook.url}</p>}
                  <p class="hint">
                    {webhook.events.map((event) => wordsOf(events, event)).join(' · ')}
                  </p>
                  <Receiver webhook={webhook} />
                </div>
                <div class="actions">{buttons(webhook)}</div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {dialogs}
    </>
  );
}

const nameOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name || url;

function Receiver({ webhook: { receiver } }: { webhook: Webhook }) {
  if (receiver.state === 'ok') return <p class="good-text">Answers.</p>;
  return (
    <p class="bad-text">
      {plural(receiver.failures, 'delivery', 'deliveries')} failed in a row
      {receiver.since !== null && ` since ${moment(receiver.since)}`}. {receiver.lastAnswer}
      {receiver.nextAttemptAt !== null && ` Asked again ${moment(receiver.nextAttemptAt)}.`}
    </p>
  );
}

interface FormProps {
  webhook: Webhook | undefined;
  events: Events;
  onSaved: (made?: FreshSecret) => void;
}

function WebhookForm({ webhook, events, onSaved }: FormProps) {
  const chosen: readonly string[] = events
    .map(({ event }) => event)
    .filter((event) => webhook?.events.includes(event) ?? true);
  const { values, bind, kept } = useValues(
    { url: webhook?.url ?? '', name: webhook?.name ?? '', events: chosen },
    `webhook ${webhook?.id}`,
  );
  const send = async () => {
    const body = { url: values.url, name: values.name.trim(), events: [...values.events] };
    return webhook === undefined
      ? await client.webhooks.create(body)
      : { ...(await client.webhooks.update({ id: webhook.id, ...body })), secret: undefined };
  };
  return (
    <Form
      kept={kept}
      send={send}
      onDone={({ secret, ...made }) =>
        onSaved(secret === undefined ? undefined : { name: `Secret of ${nameOf(made)}`, secret })
      }
      button="Save"
      disabled={values.events.length === 0}
    >
      <TextField
        label="Address"
        hint="A public https:// address of your own"
        type="url"
        required
        {...bind('url')}
      />
      <TextField label="Name (optional)" maxLength={100} {...bind('name')} />
      <fieldset>
        <legend class="field-label">Events</legend>
        <Checks
          class="check"
          choices={events.map(({ event, words }) => [
            event,
            <>
              {words} <span class="hint ids">{event}</span>
            </>,
          ])}
          {...bind('events')}
        />
      </fieldset>
    </Form>
  );
}

const STATES = {
  waiting: ['live', 'On its way'],
  delivered: ['good', 'Received'],
  given_up: ['bad', 'Given up'],
} as const;

export function WebhookPage({ id }: { id: string }) {
  const webhooks = useResource('webhooks.list', { limit: 100 });
  const events = useEvents();
  const deliveries = usePages('webhooks.deliveries', { id }, { everyMs: 10_000 });
  const webhook = webhooks.data?.data.find((each) => each.id === id);
  return (
    <>
      <PageHead
        title="Deliveries"
        lead={
          <>
            <a href="#/webhooks">Webhooks</a> ·{' '}
            <span dir="auto">{webhook === undefined ? id : nameOf(webhook)}</span>
          </>
        }
      >
        <Button icon="again" onClick={deliveries.reload}>
          Refresh
        </Button>
      </PageHead>
      {webhook && <Receiver webhook={webhook} />}
      <ResourceList
        of={deliveries}
        empty={
          <Empty icon="bolt" title="Nothing sent yet">
            What is sent appears here, 30 days back.
          </Empty>
        }
        label="Deliveries"
        keyOf={(delivery) => delivery.id}
        columns={[
          [
            'When',
            ({ createdAt }) => (
              <time dateTime={createdAt} title={moment(createdAt)}>
                {ago(createdAt)}
              </time>
            ),
            'nowrap',
          ],
          [
            'What',
            ({ event, eventId }) => (
              <>
                {wordsOf(events, event)}
                <span class="hint ids">{eventId}</span>
              </>
            ),
            'grow',
          ],
          [
            'State',
            ({ status }) => <Badge tone={STATES[status][0]}>{STATES[status][1]}</Badge>,
            'nowrap',
          ],
          ['Tries', ({ attempts }) => count(attempts), 'number', 'tries'],
          [
            'Last answer',
            ({ lastAnswer, nextAttemptAt }) =>
              `${lastAnswer ?? ''}${nextAttemptAt === null ? '' : ` Again ${moment(nextAttemptAt)}.`}`,
            'hint',
          ],
        ]}
      />
    </>
  );
}
