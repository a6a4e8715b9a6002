import { useState } from 'preact/hooks';
import { accountGuards, type NumericGuard } from '../../../../../core/gate/limits.ts';
import { quietText } from '../../../../../core/gate/quiet-hours.ts';
import { guardLabels, limitWords } from '../../../../../core/gate/words.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { Guardrails } from '../../base/shapes.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Form } from '../../parts/form.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, TextField, Waiting } from '../../parts/parts.tsx';
import { Table } from '../../parts/table.tsx';
import { say } from '../../parts/toasts.tsx';
import { CompanyGuardrails } from './company.tsx';
import { GuardFields, type GuardTexts, hoursFrom, numbersOf, QUIET_HINT, textsOf } from './fields.tsx';

type Account = Guardrails['accounts'][number];

/** The rest is in the dialog. */
const SHOWN = ['dailyBudget', 'lifetimeBudget', 'risePercent', 'startedDailyBudget', 'accountDailyBudget'] as const;
const HEADS = ['Account', 'Daily', 'Lifetime', 'Rise in a day', 'Started, daily', 'In all, daily', ''];
const SOURCES = { account: 'this account', company: 'the company', default: 'nobody: default' };

export function LimitsPage({ mayChange }: { readonly mayChange: boolean }) {
  const { data, problem, reload } = useResource('guardrails.get', {});
  const [editing, setEditing] = useState<Account>();
  return (
    <>
      <PageHead
        title="Limits"
        lead="The guardrails of your company: how much money may be set or started in each account’s own currency, and what may happen at all. What exceeds one is refused before anything is sent, whoever asks for it."
      />
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.accounts.length === 0 ? (
        <Empty icon="limits" title="No ad accounts yet">
          Limits hold from the first account you connect.
        </Empty>
      ) : (
        <Table narrow="stacks" label="Limits" head={HEADS}>
          {data.accounts.map((account) => (
            <tr key={account.adAccountId}>
              <td class="grow strong">
                {account.name} <span class="ids">{account.adAccountId}</span>{' '}
                <Badge tone={account.source === 'default' ? 'calm' : 'good'}>{SOURCES[account.source]}</Badge>
              </td>
              {SHOWN.map((name) => (
                <td key={name} class="nowrap right" data-name={guardLabels[name].toLowerCase()}>
                  {amount(account, name)}
                </td>
              ))}
              <td class="nowrap right corner">
                {mayChange && (
                  <Button kind="quiet" onClick={() => setEditing(account)} label={`Change the limits of ${account.name}`}>
                    Change
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data !== undefined && data.accounts.length > 0 && (
        <CompanyGuardrails key={data.revision} current={data} mayChange={mayChange} onSaved={reload} />
      )}
      <Dialog
        title={editing ? `Limits of ${editing.name}` : 'Limits'}
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
  readonly account: Account;
  readonly current: Guardrails;
  readonly onSaved: () => void;
}) {
  const { adAccountId, currency } = account;
  const own = current.own.accounts[adAccountId];
  const [values, setValues] = useState<GuardTexts>(() => textsOf(accountGuards, own));
  const [quiet, setQuiet] = useState(quietText(own?.quietHours ?? []));
  const [workspace, setWorkspace] = useState(own?.workspaceId ?? '');
  const send = () => {
    const layer = {
      ...numbersOf(accountGuards, values),
      quietHours: hoursFrom(quiet),
      workspaceId: workspace.trim() || undefined,
    };
    const accounts = { ...current.own.accounts, [adAccountId]: layer };
    return client.guardrails.replace({ ...current.own, accounts, revision: current.revision });
  };
  return (
    <Form send={send} onDone={onSaved} button="Save limits">
      <GuardFields names={accountGuards} currency={currency} values={values} placeholders={account.limits} onChange={setValues} />
      <TextField
        label="Hours in which nothing may start"
        hint={QUIET_HINT}
        value={quiet}
        placeholder={quietText(account.limits.quietHours ?? [])}
        onText={setQuiet}
      />
      <TextField label="Workspace whose keys alone may change it" hint="Its id" value={workspace} onText={setWorkspace} />
      <p class="hint">An empty field leaves the limit to the company or the default.</p>
    </Form>
  );
}
