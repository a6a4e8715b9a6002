import { useState } from 'preact/hooks';
import { resultWord } from '../../../../../core/report/result-word.ts';
import {
  ApiError,
  client,
  type RowOf,
  useAccounts,
  useAnswer,
  useResource,
} from '../../base/api.ts';
import { downloadFile } from '../../base/download.ts';
import { useAccountChoices, useNames, usePlatforms } from '../../base/platforms.ts';
import { ago, dayBefore, figure, moment, plural, spoken } from '../../base/words.ts';
import { act, DialogButton, useConfirm } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { ActionList } from '../../parts/list-page.tsx';
import { Badge, Button, Empty, PageHead } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { ResourceList } from '../../parts/table.tsx';
import { NewForm } from './new-form.tsx';

type Lead = RowOf<'leads.list'>;

export function LeadsPage({ mayWatch }: { mayWatch: boolean }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors[cursors.length - 1];
  const leads = useResource('leads.list', { limit: 50, ...(after !== undefined && { after }) });
  const watches = useResource('leadWatches.list', {});
  const ads = useAdsOf(watches.data?.data.map(({ adAccountId }) => adAccountId) ?? []);
  const erasure = useConfirm<Lead>(
    'Erase',
    ({ answers }) => `the lead of ${answers[0]?.values[0] ?? 'this person'}`,
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
          <DialogButton icon="plus" title="Make a lead form">
            {(close) => <NewForm onDone={close} />}
          </DialogButton>
        )}
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
          [
            'When',
            ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time>,
            'nowrap',
          ],
          [
            'Answers',
            ({ answers, isTest }) => (
              <>
                {isTest && <Badge tone="calm">test</Badge>}{' '}
                {answers.map(({ name, values }) => (
                  <div key={name}>
                    <span class="hint">{spoken(name)}</span> <bdi>{values.join(', ')}</bdi>
                  </div>
                ))}
              </>
            ),
            'grow',
          ],
          ['Ad', (lead) => <Origin lead={lead} ads={ads} />, 'grow'],
          [
            'CPA (90 days)',
            ({ adId }) => {
              const ad = ads.get(adId ?? '');
              // Its results need not be leads: of what they are it is said.
              return (
                <>
                  {figure(ad?.cost, 'money', ad?.currency)}
                  {ad?.cost != null && (
                    <span class="hint">
                      {ad.resultType == null ? 'kind not told' : resultWord(ad.resultType)}
                    </span>
                  )}
                </>
              );
            },
            'number',
            'CPA (90 days)',
          ],
          [
            'Stages',
            ({ stages }) =>
              stages.map(({ stage }, i) => (
                <div key={i}>
                  <a href="#/conversions" title="Show what was sent to the platform">
                    {stage}
                  </a>
                </div>
              )),
          ],
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
            (lead) => (
              <Button
                kind="quiet"
                icon="trash"
                label={`Erase the lead of ${lead.answers[0]?.values[0] ?? moment(lead.createdAt)}`}
                onClick={() => erasure.ask(lead)}
              />
            ),
            'nowrap right corner',
          ],
        ]}
      />
      {(cursors.length > 0 || next) && (
        <div class="dialog-actions">
          {cursors.length > 0 && (
            <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>
          )}
          {next && <Button onClick={() => setCursors([...cursors, next])}>Older</Button>}
        </div>
      )}
      {erasure.question(
        'Its answers are deleted here and do not come back. The platform keeps its own copy.',
      )}
    </>
  );
}

interface LeadAd {
  readonly name: string | undefined;
  readonly campaign?: string | undefined;
  readonly cost?: number | null | undefined;
  readonly resultType?: string | undefined;
  readonly currency?: string | undefined;
}

type Ads = ReadonlyMap<string, LeadAd>;

const DAYS = 90;
const MOST = 200;

/**
 * Ads with what a result of each cost in the days that leads can be from. Those that have no
 * figures yet are named at least.
 */
function useAdsOf(accountIds: readonly string[]): Ads {
  const days = { startDate: dayBefore(DAYS), endDate: dayBefore(0) };
  const query = {
    ...days,
    groupBy: 'adId',
    metrics: 'spend,results,costPerResult',
    sortBy: 'spend',
    limit: 1_000,
  } as const;
  const { data } = useResource(
    'reports.query',
    accountIds.length === 0 ? undefined : { accountIds: [...accountIds], ...query },
  );
  const listed = useAnswer(
    () =>
      Promise.all(
        accountIds.map(
          async (accountId) => (await client.manage.listAds({ accountId, limit: MOST })).data,
        ),
      ),
    [accountIds.join(' ')],
  );
  const figures = (data?.data ?? []).flatMap(
    ({ adId, adName, campaignName, costPerResult, resultType, currency }) =>
      adId == null
        ? []
        : [
            [
              adId,
              {
                name: adName ?? adId,
                campaign: campaignName ?? undefined,
                cost: costPerResult,
                resultType,
                currency,
              },
            ] as const,
          ],
  );
  return new Map<string, LeadAd>([
    ...(listed.data?.flat().map(({ id, name }) => [id, { name }] as const) ?? []),
    ...figures,
  ]);
}

function Origin({ lead, ads }: { lead: Lead; ads: Ads }) {
  const { adId, campaignId, formName, formId, isOrganic, platform, adAccountId } = lead;
  const ad = ads.get(adId ?? '');
  const at = `#/ads?level=ad&accounts=${encodeURIComponent(`${platform}:${adAccountId}`)}&search=${adId}`;
  return (
    <>
      {adId === null ? (
        <span>{isOrganic ? 'Without an ad' : 'Ad not told'}</span>
      ) : (
        <a href={at} dir="auto">
          {ad?.name ?? adId}
        </a>
      )}
      <span class="hint" dir="auto">
        {[ad?.campaign ?? campaignId, `form ${formName ?? formId}`].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

function Watches({
  of,
  mayWatch,
}: {
  of: ReturnType<typeof useResource<'leadWatches.list'>>;
  mayWatch: boolean;
}) {
  const names = useNames();
  const places = plugged('useDestinationName').map((useName) => useName());
  const placeOf = (to: string) => places.map((nameOf) => nameOf(to))[0] ?? to;
  if (of.data === undefined || of.data.data.length === 0) return null;
  return (
    <ActionList
      of={of}
      label="Accounts whose leads are read"
      columns={[
        ['Account', ({ adAccountId }) => names.account(adAccountId), 'strong nowrap'],
        ['Kept', ({ keepDays }) => plural(keepDays, 'day'), 'nowrap'],
        ['Read', ({ readAt }) => (readAt === null ? 'not yet' : ago(readAt)), 'nowrap'],
        ['Stages go to', ({ destination }) => (destination ? placeOf(destination) : ''), 'grow'],
        ['', ({ problem }) => problem !== null && <Badge tone="bad">{problem}</Badge>],
      ]}
      corner
      nameOf={({ adAccountId }) => names.account(adAccountId)}
      mayChange={mayWatch}
      ending={{
        verb: 'Stop',
        call: ({ id }) => client.leadWatches.delete({ id }),
        said: () => 'Leads of this account are not read any more.',
        note: 'Leads that are here stay until their days are over.',
      }}
    />
  );
}

function NewWatch({ onDone }: { onDone: () => void }) {
  const accounts = useAccounts();
  const platforms = usePlatforms();
  // Closed accounts and platforms without lead forms have none to read.
  const able = accounts.data?.data.filter(({ platform }) =>
    platforms.some(
      ({ id, offers }) => id === platform && offers.some((each) => each.startsWith('leads')),
    ),
  );
  const choices = useAccountChoices(able);
  const { values, bind } = useValues({ accountId: '', keepDays: '30', destination: '' });
  const { accountId, keepDays, destination } = values;
  const send = () =>
    client.leadWatches.set({
      accountId,
      keepDays: Number(keepDays),
      ...(destination !== '' && { destination }),
    });
  return (
    <Form send={send} onDone={onDone} button="Read its leads" disabled={accountId === ''}>
      <SelectField label="Ad account" none="Choose one" choices={choices} {...bind('accountId')} />
      <TextField
        label="Keep answers for days"
        type="number"
        min="1"
        max="365"
        {...bind('keepDays')}
      />
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
const OTHER = 'other';

/** Sent to the platform as a conversion of the lead. */
function NewStage({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const account = useAccounts().data?.data.find(({ id }) => id === lead.adAccountId);
  const { values, bind } = useValues({
    chosen: '',
    other: '',
    value: '',
    currency: account?.currency ?? '',
  });
  const { chosen, other, value, currency } = values;
  const stage = chosen === OTHER ? other.trim() : chosen;
  const send = async () => {
    const money = value === '' ? {} : { value, currency };
    const { refused } = await client.leads.stages({
      stages: [{ leadId: lead.id, stage, ...money }],
    });
    const [first] = refused;
    if (first !== undefined) throw new ApiError(422, first.code, first.message);
    return true;
  };
  return (
    <Form send={send} onDone={onDone} button="Tell the platform" disabled={stage === ''}>
      <SelectField
        label="Stage"
        none="Choose one"
        choices={[
          ...STAGES.map((each) => [each, spoken(each)] as const),
          [OTHER, 'A word of yours…'],
        ]}
        {...bind('chosen')}
      />
      {chosen === OTHER && <TextField label="Your word" maxLength={40} {...bind('other')} />}
      <TextField
        label="Value"
        hint="What it brought, where it brought something"
        inputMode="decimal"
        {...bind('value')}
      />
      {value !== '' && <TextField label="Currency" hint="Such as EUR" {...bind('currency')} />}
    </Form>
  );
}

function ErasePerson({ onDone }: { onDone: () => void }) {
  const { values, bind } = useValues({ email: '', phone: '' });
  const { email, phone } = values;
  const send = () => client.leads.erase(email === '' ? { phone } : { email });
  return (
    <Form
      send={send}
      onDone={onDone}
      button="Erase all leads of this person"
      disabled={(email === '') === (phone === '')}
    >
      <TextField label="E-mail address" type="email" {...bind('email')} />
      <TextField label="Or telephone number" hint="With its country code" {...bind('phone')} />
    </Form>
  );
}
