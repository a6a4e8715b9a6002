import { useState } from 'preact/hooks';
import { ApiError, client, type RowOf, useAccounts, useResource } from '../../base/api.ts';
import { downloadFile } from '../../base/download.ts';
import { ago, moment } from '../../base/words.ts';
import { act, DialogButton, useConfirm } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Badge, Button, Empty, PageHead } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { List, ResourceList } from '../../parts/table.tsx';

type Lead = RowOf<'leads.list'>;

export function LeadsPage({ mayWatch }: { mayWatch: boolean }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors[cursors.length - 1];
  const leads = useResource('leads.list', { limit: 50, ...(after !== undefined && { after }) });
  const watches = useResource('leadWatches.list', {});
  const erasure = useConfirm<Lead>(
    'Erase',
    ({ id }) => id,
    ({ id }) => act(() => client.leads.erase({ id }), 'The lead is erased.', leads.reload),
  );
  const next = leads.data?.after;
  return (
    <>
      <PageHead
        title="Leads"
        lead="What people answered in the lead forms of your ads. Answers are kept sealed, for the days you set, and each look at them is audited."
      >
        <Button
          icon="download"
          waits
          onClick={() =>
            act(
              async () => downloadFile(await client.leads.csv({})),
              (name) => `${name} is in your downloads. It holds personal data.`,
            )
          }
        >
          Download CSV
        </Button>
        <DialogButton icon="trash" title="Erase a person">
          {(close) => (
            <ErasePerson
              onDone={() => {
                close();
                leads.reload();
              }}
            />
          )}
        </DialogButton>
        {mayWatch && (
          <DialogButton kind="primary" icon="plus" title="Read leads of an account">
            {(close) => (
              <NewWatch
                onDone={() => {
                  close();
                  watches.reload();
                }}
              />
            )}
          </DialogButton>
        )}
      </PageHead>
      <Watches of={watches} mayWatch={mayWatch} />
      <ResourceList
        of={leads}
        empty={
          <Empty icon="inbox" title="No leads yet">
            Leads of accounts that are read arrive here within minutes.
          </Empty>
        }
        label="Leads"
        columns={[
          ['When', ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time>, 'nowrap'],
          [
            'Answers',
            ({ answers, isTest }) => (
              <>
                {isTest && <Badge tone="calm">test</Badge>}{' '}
                {answers.map(({ name, values }) => (
                  <div key={name}>
                    <span class="hint">{name}</span> <bdi>{values.join(', ')}</bdi>
                  </div>
                ))}
              </>
            ),
            'grow',
          ],
          ['Form', ({ formName, formId }) => formName ?? formId],
          ['Stages', ({ stages }) => stages.map(({ stage }) => stage).join(', ')],
          [
            '',
            (lead) =>
              mayWatch && (
                <DialogButton kind="quiet" title="What became of it">
                  {(close) => (
                    <NewStage
                      lead={lead}
                      onDone={() => {
                        close();
                        leads.reload();
                      }}
                    />
                  )}
                </DialogButton>
              ),
            'nowrap',
          ],
          [
            '',
            (lead) => <Button kind="quiet" icon="trash" label={`Erase ${lead.id}`} onClick={() => erasure.ask(lead)} />,
            'nowrap right corner',
          ],
        ]}
      />
      {(cursors.length > 0 || next) && (
        <div class="dialog-actions">
          {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
          {next && <Button onClick={() => setCursors([...cursors, next])}>Older</Button>}
        </div>
      )}
      {erasure.question('Its answers are deleted here and do not come back. The platform keeps its own copy.')}
    </>
  );
}

type Watch = RowOf<'leadWatches.list'>;

function Watches({ of, mayWatch }: { of: ReturnType<typeof useResource<'leadWatches.list'>>; mayWatch: boolean }) {
  const ending = useConfirm<Watch>(
    'Stop',
    ({ adAccountId }) => adAccountId,
    ({ id }) => act(() => client.leadWatches.delete({ id }), 'Leads of this account are not read any more.', of.reload),
  );
  if (of.data === undefined || of.data.data.length === 0) return null;
  return (
    <>
      <List
        label="Accounts whose leads are read"
        rows={of.data.data}
        keyOf={({ id }) => id}
        columns={[
          ['Account', ({ adAccountId }) => adAccountId, 'strong'],
          ['Kept', ({ keepDays }) => `${keepDays} days`, 'nowrap'],
          ['Read', ({ readAt }) => (readAt === null ? 'not yet' : ago(readAt)), 'nowrap'],
          ['Stages go to', ({ destination }) => destination ?? ''],
          ['', ({ problem }) => problem !== null && <Badge tone="bad">{problem}</Badge>, 'grow'],
          [
            '',
            (watch) =>
              mayWatch && (
                <Button kind="quiet" icon="trash" label={`Stop ${watch.adAccountId}`} onClick={() => ending.ask(watch)} />
              ),
            'nowrap right corner',
          ],
        ]}
      />
      {ending.question('Leads that are here stay until their days are over.')}
    </>
  );
}

function NewWatch({ onDone }: { onDone: () => void }) {
  const accounts = useAccounts();
  const { values, bind } = useValues({ accountId: '', keepDays: '30', destination: '' });
  const { accountId, keepDays, destination } = values;
  const send = () =>
    client.leadWatches.set({ accountId, keepDays: Number(keepDays), ...(destination !== '' && { destination }) });
  return (
    <Form send={send} onDone={onDone} button="Read its leads" disabled={accountId === ''}>
      <SelectField
        label="Ad account"
        none="Choose one"
        choices={(accounts.data?.data ?? []).map(({ id, name, platform }) => [`${platform}:${id}`, name] as const)}
        {...bind('accountId')}
      />
      <TextField label="Keep answers for days" type="number" min="1" max="365" {...bind('keepDays')} />
      {plugged('Destination').map((Destination) => (
        <Destination
          key="to"
          label="Send stages to"
          hint="Where the platform counts what became of leads"
          {...bind('destination')}
        />
      ))}
    </Form>
  );
}

const STAGES = ['qualified', 'appointment', 'sold', 'lost'];

/** Sent to the platform as a conversion of the lead. */
function NewStage({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const { values, bind } = useValues({ stage: '', value: '', currency: '' });
  const { stage, value, currency } = values;
  const send = async () => {
    const money = value === '' ? {} : { value, currency };
    const { refused } = await client.leads.stages({ stages: [{ leadId: lead.id, stage, ...money }] });
    const [first] = refused;
    if (first !== undefined) throw new ApiError(422, first.code, first.message);
    return true;
  };
  return (
    <Form send={send} onDone={onDone} button="Tell the platform" disabled={stage === ''}>
      <TextField label="Stage" hint={`Such as ${STAGES.join(', ')}, or a word of yours`} {...bind('stage')} />
      <TextField label="Value" hint="What it brought, where it brought something" inputMode="decimal" {...bind('value')} />
      <TextField label="Currency" hint="Such as EUR" {...bind('currency')} />
    </Form>
  );
}

function ErasePerson({ onDone }: { onDone: () => void }) {
  const { values, bind } = useValues({ email: '', phone: '' });
  const { email, phone } = values;
  const send = () => client.leads.erase(email === '' ? { phone } : { email });
  return (
    <Form send={send} onDone={onDone} button="Erase all leads of this person" disabled={(email === '') === (phone === '')}>
      <TextField label="E-mail address" type="email" {...bind('email')} />
      <TextField label="Or telephone number" hint="With its country code" {...bind('phone')} />
    </Form>
  );
}
