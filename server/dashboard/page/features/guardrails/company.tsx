import { useState } from 'preact/hooks';
import { moneyGuards } from '../../../../../core/gate/limits.ts';
import { quietText } from '../../../../../core/gate/quiet-hours.ts';
import { client } from '../../base/api.ts';
import type { Guardrails } from '../../base/shapes.ts';
import { Form } from '../../parts/form.tsx';
import { Button, Field, TextField } from '../../parts/parts.tsx';
import { say } from '../../parts/toasts.tsx';
import { GuardFields, type GuardTexts, hoursFrom, numbersOf, QUIET_HINT, textsOf } from './fields.tsx';

const FOR_ALL = ['risePercent', 'adsPerLaunch'] as const;

interface Props {
  readonly current: Guardrails;
  readonly mayChange: boolean;
  readonly onSaved: () => void;
}

/** What holds for all accounts of the company, and for all of a currency. */
export function CompanyGuardrails({ current, mayChange, onSaved }: Props) {
  const { own, suggested, revision } = current;
  const currencies = Object.keys(suggested.currencies);
  const [forAll, setForAll] = useState<GuardTexts>(() => textsOf(FOR_ALL, own));
  const [money, setMoney] = useState<{ readonly [currency: string]: GuardTexts }>(() =>
    Object.fromEntries(currencies.map((currency) => [currency, textsOf(moneyGuards, own.currencies[currency])])),
  );
  const [quiet, setQuiet] = useState(quietText(own.quietHours ?? []));
  const [blocked, setBlocked] = useState((own.blockedOperations ?? []).join(', '));
  const [approver, setApprover] = useState(current.approver);
  const suggest = (): void => {
    setForAll(textsOf(FOR_ALL, suggested));
    setMoney(Object.fromEntries(currencies.map((each) => [each, textsOf(moneyGuards, suggested.currencies[each])])));
  };
  const send = () => {
    const names = blocked.split(',').map((name) => name.trim());
    return client.guardrails.replace({
      ...numbersOf(FOR_ALL, forAll),
      quietHours: hoursFrom(quiet),
      blockedOperations: names.filter((name) => name !== ''),
      approver,
      currencies: {
        ...own.currencies,
        ...Object.fromEntries(currencies.map((each) => [each, numbersOf(moneyGuards, money[each] ?? {})])),
      },
      accounts: own.accounts,
      revision,
    });
  };
  const finish = (): void => {
    say('The guardrails are changed.');
    onSaved();
  };
  return (
    <section class="card" aria-label="Guardrails of the company">
      <h2>Guardrails of the company</h2>
      <p class="hint">An empty field leaves a limit to its default, or holds nothing back. An account’s own limits win.</p>
      <Form
        send={send}
        onDone={finish}
        button={mayChange ? 'Save guardrails' : undefined}
        others={<Button onClick={suggest}>Fill in suggested values</Button>}
      >
        {currencies.map((currency) => (
          <fieldset key={currency} disabled={!mayChange}>
            <legend>All accounts in {currency}</legend>
            <GuardFields
              names={moneyGuards}
              currency={currency}
              values={money[currency] ?? {}}
              onChange={(values) => setMoney({ ...money, [currency]: values })}
            />
          </fieldset>
        ))}
        <fieldset disabled={!mayChange}>
          <legend>All accounts</legend>
          <GuardFields names={FOR_ALL} currency="" values={forAll} onChange={setForAll} />
          <TextField label="Hours in which nothing may start" hint={QUIET_HINT} value={quiet} onText={setQuiet} />
          <TextField
            label="Operations nobody may carry out"
            hint="Names with commas between: manage.delete, batches.undo"
            value={blocked}
            onText={setBlocked}
          />
          <Field label="Who may approve plans">
            <select
              value={approver}
              onChange={(event) => setApprover(event.currentTarget.value === 'another-key' ? 'another-key' : 'anyone')}
            >
              <option value="anyone">Whoever could carry them out</option>
              <option value="another-key">Never the person who planned them</option>
            </select>
          </Field>
        </fieldset>
      </Form>
    </section>
  );
}
