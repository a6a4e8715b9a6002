import { useState } from 'preact/hooks';
import { accountGuards, guardUnits, type NumericGuard } from '../../../core/guard/limits.ts';
import { guardLabels, limitWords } from '../../../core/guard/words.ts';
import type { ApiError } from '../../client/client.ts';
import { client } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Badge, Button, Empty, Field, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import type { Guardrails } from './shapes.ts';
import { Table } from './table.tsx';
import { attempt, say } from './toasts.tsx';

type Account = Guardrails['accounts'][number];

const HEADS = [
  ...['Account', 'Daily', 'Lifetime', 'Rise in a day', 'Started, daily', 'Started, lifetime', 'In all, daily'],
  ...['Second key, daily', 'Second key, lifetime', 'Ads in a launch', 'Set for', ''],
];
const SOURCES = { account: 'this account', company: 'the company', default: 'nobody: default' };

export function LimitsPage({ mayChange }: { readonly mayChange: boolean }) {
  const { data, problem, reload } = useResource('guardrails.get', {});
  const [editing, setEditing] = useState<Account>();
  return (
    <>
      <PageHead
        title="Limits"
        lead="How much money may be set or started, in each account’s own currency. What exceeds a limit is refused before anything is sent, whoever asks for it."
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
                {account.name} <span class="ids">{account.adAccountId}</span>
              </td>
              {accountGuards.map((name) => (
                <td key={name} class="nowrap right" data-name={guardLabels[name].toLowerCase()}>
                  {amount(account, name)}
                </td>
              ))}
              <td class="nowrap">
                <Badge tone={account.source === 'default' ? 'calm' : 'good'}>{SOURCES[account.source]}</Badge>
              </td>
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
  const [values, setValues] = useState<{ readonly [G in NumericGuard]?: string }>(() =>
    textsOf(current.own.accounts[adAccountId]),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const own = {
      ...current.own,
      accounts: {
        ...current.own.accounts,
        [adAccountId]: { ...unnumbered(current.own.accounts[adAccountId]), ...numbersOf(values) },
      },
    };
    const saved = await attempt(() => client.guardrails.replace({ ...own, revision: current.revision }), setProblem);
    setBusy(false);
    if (saved !== undefined) onSaved();
  };
  return (
    <form onSubmit={submit}>
      {accountGuards.map((name) => (
        <Field key={name} label={guardLabels[name]} hint={hints[guardUnits[name]] ?? currency}>
          <input
            type="number"
            min={name === 'risePercent' ? 0 : 0.01}
            step="any"
            inputMode="decimal"
            value={values[name] ?? ''}
            placeholder={String(account.limits[name] ?? '')}
            onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
      <p class="hint">
        An empty field leaves the limit to the company or the default. Limits for all accounts of a currency: slipway guardrails
        set, or PUT /v1/guardrails.
      </p>
      {problem && <ProblemNote problem={problem} />}
      <div class="dialog-actions">
        <Button kind="primary" type="submit" busy={busy}>
          Save limits
        </Button>
      </div>
    </form>
  );
}

const hints: { readonly [unit: string]: string } = { percent: 'Above its first budget of the day', count: 'Ads' };

const textsOf = (layer: { readonly [G in NumericGuard]?: number | undefined } = {}): { readonly [G in NumericGuard]?: string } =>
  Object.fromEntries(accountGuards.flatMap((name) => (layer[name] === undefined ? [] : [[name, String(layer[name])] as const])));

/** What an account has set that is no number. */
const unnumbered = ({ quietHours, workspaceId }: Guardrails['own']['accounts'][string] = {}) => ({ quietHours, workspaceId });

const numbersOf = (values: { readonly [G in NumericGuard]?: string }): { readonly [G in NumericGuard]?: number } =>
  Object.fromEntries(accountGuards.flatMap((name) => (values[name]?.trim() ? [[name, Number(values[name])] as const] : [])));
