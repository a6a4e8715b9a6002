import { useState } from 'preact/hooks';
import { accountGuards, moneyGuards, type NumericGuard } from '../../../../../core/gate/limits.ts';
import { quietText } from '../../../../../core/gate/quiet-hours.ts';
import { guardLabels, limitWords } from '../../../../../core/gate/words.ts';
import { client, type Guardrails, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { Dialog, say } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Badge, Button, Empty, Loaded, PageHead } from '../../parts/parts.tsx';
import { List } from '../../parts/table.tsx';
import {
  GuardFields,
  type GuardTexts,
  hoursFrom,
  numbersOf,
  QUIET_HINT,
  textsOf,
} from './fields.tsx';

type Account = Guardrails['accounts'][number];

/** Columns of the table; the dialog has all guards. */
const SHOWN = [
  ['Daily', 'dailyBudget'],
  ['Lifetime', 'lifetimeBudget'],
  ['Rise in a day', 'risePercent'],
  ['Started, daily', 'startedDailyBudget'],
  ['In all, daily', 'accountDailyBudget'],
] as const;
const SOURCES = { account: 'this account', company: 'the company', default: 'default' };

export function LimitsPage({ mayChange }: { mayChange: boolean }) {
  const guardrails = useResource('guardrails.get', {});
  const { data, reload } = guardrails;
  const [editing, setEditing] = useState<Account>();
  const names = useNames();
  return (
    <>
      <PageHead
        title="Limits"
        lead="How much money may be set or started in each account’s own currency, and what is blocked. What exceeds a limit is refused before anything is sent, through every door."
      />
      <Loaded of={guardrails}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Empty icon="limits" title="No ad accounts yet">
              Limits hold from the first account you connect.
            </Empty>
          ) : (
            <List
              label="Limits"
              rows={accounts}
              keyOf={({ adAccountId }) => adAccountId}
              columns={[
                [
                  'Account',
                  ({ adAccountId, source }) => (
                    <>
                      {names.account(adAccountId)} <span class="ids">{adAccountId}</span>{' '}
                      <Badge tone={source === 'default' ? 'calm' : 'good'}>{SOURCES[source]}</Badge>
                    </>
                  ),
                  'grow strong',
                ],
                ...SHOWN.map(
                  ([head, guard]) =>
                    [
                      head,
                      (account: Account) => amount(account, guard),
                      'nowrap right',
                      guardLabels[guard].toLowerCase(),
                    ] as const,
                ),
                [
                  '',
                  (account) =>
                    mayChange && (
                      <Button
                        kind="quiet"
                        onClick={() => setEditing(account)}
                        label={`Change the limits of ${account.name}`}
                      >
                        Change
                      </Button>
                    ),
                  'nowrap right corner',
                ],
              ]}
            />
          )
        }
      </Loaded>
      {data !== undefined && data.accounts.length > 0 && (
        <CompanyGuardrails
          key={data.revision}
          current={data}
          mayChange={mayChange}
          onSaved={reload}
        />
      )}
      <Dialog
        title={editing ? `Limits of ${names.account(editing.adAccountId)}` : 'Limits'}
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
      >
        {editing && data && (
          <EditLimits
            key={editing.adAccountId}
            account={editing}
            current={data}
            onSaved={() => {
              setEditing(undefined);
              say('The limits are changed.');
              reload();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function amount({ limits, currency }: Account, name: NumericGuard): string {
  const limit = limits[name];
  return limit === undefined ? '–' : limitWords(name, limit, currency);
}

function EditLimits({
  account,
  current,
  onSaved,
}: {
  account: Account;
  current: Guardrails;
  onSaved: () => void;
}) {
  const { adAccountId, currency, limits } = account;
  const own = current.own.accounts[adAccountId];
  const { values, bind, kept } = useValues(
    () => ({
      guards: textsOf(accountGuards, own),
      quiet: quietText(own?.quietHours ?? []),
      workspace: own?.workspaceId ?? '',
    }),
    `limits ${adAccountId}`,
  );
  const send = () => {
    const layer = {
      ...numbersOf(accountGuards, values.guards),
      quietHours: hoursFrom(values.quiet),
      workspaceId: values.workspace.trim() || undefined,
    };
    const accounts = { ...current.own.accounts, [adAccountId]: layer };
    return client.guardrails.replace({ ...current.own, accounts, revision: current.revision });
  };
  return (
    <Form kept={kept} send={send} onDone={onSaved} button="Save limits">
      <GuardFields
        names={accountGuards}
        currency={currency}
        placeholders={limits}
        {...bind('guards')}
      />
      <TextField
        label="Hours in which nothing may start"
        hint={QUIET_HINT}
        placeholder={quietText(limits.quietHours ?? [])}
        {...bind('quiet')}
      />
      <TextField
        label="Workspace whose keys alone may change it"
        hint="Its id"
        {...bind('workspace')}
      />
      <p class="hint">An empty field leaves the limit to the company or the default.</p>
    </Form>
  );
}

const FOR_ALL = ['risePercent', 'adsPerLaunch'] as const;

interface Props {
  current: Guardrails;
  mayChange: boolean;
  onSaved: () => void;
}

function CompanyGuardrails({ current, mayChange, onSaved }: Props) {
  const { own, suggested, revision } = current;
  const currencies = Object.keys(suggested.currencies);
  const byCurrency = (layer: typeof own.currencies): { readonly [currency: string]: GuardTexts } =>
    Object.fromEntries(currencies.map((each) => [each, textsOf(moneyGuards, layer[each])]));
  const { values, set, bind, kept } = useValues(
    () => ({
      forAll: textsOf(FOR_ALL, own),
      money: byCurrency(own.currencies),
      quiet: quietText(own.quietHours ?? []),
      blocked: (own.blockedOperations ?? []).join(', '),
      approver: current.approver,
    }),
    'limits',
  );
  const { forAll, money, quiet, blocked, approver } = values;
  const send = () =>
    client.guardrails.replace({
      ...numbersOf(FOR_ALL, forAll),
      quietHours: hoursFrom(quiet),
      blockedOperations: blocked.split(',').flatMap((name) => name.trim() || []),
      approver,
      currencies: {
        ...own.currencies,
        ...Object.fromEntries(
          currencies.map((each) => [each, numbersOf(moneyGuards, money[each] ?? {})]),
        ),
      },
      accounts: own.accounts,
      revision,
    });
  return (
    <section class="card" aria-label="Guardrails of the company">
      <h2>Guardrails of the company</h2>
      <p class="hint">
        An empty field leaves a limit to its default, or holds nothing back. An account’s own limits
        win.
      </p>
      <Form
        kept={kept}
        send={send}
        onDone={() => {
          say('The guardrails are changed.');
          onSaved();
        }}
        button={mayChange ? 'Save guardrails' : undefined}
        others={
          <Button
            onClick={() =>
              set({ forAll: textsOf(FOR_ALL, suggested), money: byCurrency(suggested.currencies) })
            }
          >
            Fill in suggested values
          </Button>
        }
      >
        {currencies.map((currency) => (
          <fieldset key={currency} disabled={!mayChange}>
            <legend>All accounts in {currency}</legend>
            <GuardFields
              names={moneyGuards}
              currency={currency}
              value={money[currency] ?? {}}
              onValue={(texts) => set({ money: { ...money, [currency]: texts } })}
            />
          </fieldset>
        ))}
        <fieldset disabled={!mayChange}>
          <legend>All accounts</legend>
          <GuardFields names={FOR_ALL} currency="" {...bind('forAll')} />
          <TextField
            label="Hours in which nothing may start"
            hint={QUIET_HINT}
            {...bind('quiet')}
          />
          <TextField
            label="Blocked operations"
            hint="Names with commas between: manage.delete, batches.undo"
            {...bind('blocked')}
          />
          <SelectField
            label="Who may approve plans"
            choices={{
              anyone: 'Anyone who may carry them out',
              'another-key': 'Never the person who planned them',
            }}
            {...bind('approver')}
          />
        </fieldset>
      </Form>
    </section>
  );
}
