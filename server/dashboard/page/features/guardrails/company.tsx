import { moneyGuards } from '../../../../../core/gate/limits.ts';
import { quietText } from '../../../../../core/gate/quiet-hours.ts';
import { client, type Guardrails } from '../../base/api.ts';
import { say } from '../../parts/dialogs.tsx';
import { Form, SelectField, TextField, useValues } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import { GuardFields, type GuardTexts, hoursFrom, numbersOf, QUIET_HINT, textsOf } from './fields.tsx';

const FOR_ALL = ['risePercent', 'adsPerLaunch'] as const;

interface Props {
  current: Guardrails;
  mayChange: boolean;
  onSaved: () => void;
}

export function CompanyGuardrails({ current, mayChange, onSaved }: Props) {
  const { own, suggested, revision } = current;
  const currencies = Object.keys(suggested.currencies);
  const byCurrency = (layer: typeof own.currencies): { readonly [currency: string]: GuardTexts } =>
    Object.fromEntries(currencies.map((each) => [each, textsOf(moneyGuards, layer[each])]));
  const { values, set, bind } = useValues(() => ({
    forAll: textsOf(FOR_ALL, own),
    money: byCurrency(own.currencies),
    quiet: quietText(own.quietHours ?? []),
    blocked: (own.blockedOperations ?? []).join(', '),
    approver: current.approver,
  }));
  const { forAll, money, quiet, blocked, approver } = values;
  const send = () =>
    client.guardrails.replace({
      ...numbersOf(FOR_ALL, forAll),
      quietHours: hoursFrom(quiet),
      blockedOperations: blocked.split(',').flatMap((name) => name.trim() || []),
      approver,
      currencies: {
        ...own.currencies,
        ...Object.fromEntries(currencies.map((each) => [each, numbersOf(moneyGuards, money[each] ?? {})])),
      },
      accounts: own.accounts,
      revision,
    });
  return (
    <section class="card" aria-label="Guardrails of the company">
      <h2>Guardrails of the company</h2>
      <p class="hint">An empty field leaves a limit to its default, or holds nothing back. An account’s own limits win.</p>
      <Form
        send={send}
        onDone={() => {
          say('The guardrails are changed.');
          onSaved();
        }}
        button={mayChange ? 'Save guardrails' : undefined}
        others={
          <Button onClick={() => set({ forAll: textsOf(FOR_ALL, suggested), money: byCurrency(suggested.currencies) })}>
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
          <TextField label="Hours in which nothing may start" hint={QUIET_HINT} {...bind('quiet')} />
          <TextField
            label="Operations nobody may carry out"
            hint="Names with commas between: manage.delete, batches.undo"
            {...bind('blocked')}
          />
          <SelectField
            label="Who may approve plans"
            choices={{ anyone: 'Whoever could carry them out', 'another-key': 'Never the person who planned them' }}
            {...bind('approver')}
          />
        </fieldset>
      </Form>
    </section>
  );
}
