import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, client, useAccounts, useResource } from '../../base/api.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { LineForm, named, SelectField, TextField } from '../../parts/fields.tsx';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import { spelled } from './conditions.tsx';
import { FreeRuleFields, freeRule, freeRuleOf } from './free.tsx';

type Template = AnswerOf<'automations.fields'>['templates'][number];
type Checked = AnswerOf<'automations.check'>;

const OWN = 'own';

export function Builder({ onSaved }: { onSaved: (id: string) => void }) {
  const fields = useResource('automations.fields', {});
  const accounts = useAccounts();
  const [chosen, setChosen] = useState('');
  const [account, setAccount] = useState('');
  const [values, setValues] = useState<{ readonly [name: string]: string }>({});
  const [own, setOwn] = useState(freeRule);
  const template = fields.data?.templates.find(({ id }) => id === chosen) ?? fields.data?.templates[0];
  const accountId = account || (accounts.data?.data[0]?.id ?? '');
  const isOwn = chosen === OWN;
  const rule =
    fields.data && (isOwn ? freeRuleOf(fields.data, own, accountId) : template && templateRule(template, accountId, values));
  const checked = usePreview(rule);
  if (fields.problem) return <ProblemNote problem={fields.problem} onRetry={fields.reload} />;
  if (fields.data === undefined || template === undefined || rule === undefined) return <Waiting rows={3} />;
  const save = async () => {
    // The service checks the rule as a whole.
    const saved = await attempt(() => client.automations.create(rule as never));
    if (saved !== undefined) onSaved(saved.id);
  };
  return (
    <LineForm class="form" onSend={save} button="Save, switched off" disabled={checked?.valid !== true}>
      <SelectField
        label="Template"
        hint={isOwn ? 'Conditions and an action of your own.' : template.sentence}
        value={isOwn ? OWN : template.id}
        choices={[...fields.data.templates.map(({ id, title }) => [id, title] as const), [OWN, 'Your own conditions']]}
        onValue={(id) => {
          setChosen(id);
          setValues({});
        }}
      />
      <SelectField label="Ad account" value={accountId} choices={named(accounts.data?.data)} onValue={setAccount} />
      {isOwn ? (
        <FreeRuleFields fields={fields.data} accountId={accountId} rule={own} onChange={setOwn} />
      ) : (
        Object.entries(paramsOf(template)).map(([name, param]) => (
          <TextField
            key={name}
            label={spelled(name)}
            inputMode="decimal"
            value={values[name] ?? String(param.value)}
            onValue={(text) => setValues({ ...values, [name]: text })}
          />
        ))
      )}
      <Preview checked={checked} />
    </LineForm>
  );
}

function Preview({ checked }: { checked: Checked | undefined }) {
  if (checked === undefined) return <p class="hint">Looking at your figures…</p>;
  return (
    <div role="status">
      {checked.sentence && <p>{checked.sentence}</p>}
      {checked.faults.map(({ path, message }) => (
        <p key={path} class="bad-text">
          {message}
        </p>
      ))}
      {checked.warnings.map(({ path, message }) => (
        <p key={path} class="hint">
          {message}
        </p>
      ))}
      {checked.preview && <p class="strong">It {checked.preview.message}.</p>}
      <ul>
        {checked.preview?.results.slice(0, 3).map(({ entity, explanation }) => (
          <li key={entity.id}>
            <strong>{entity.name}</strong> {explanation}
          </li>
        ))}
      </ul>
    </div>
  );
}

const WAIT_MS = 400;

function usePreview(rule: object | undefined): Checked | undefined {
  const [checked, setChecked] = useState<{ readonly of: string; readonly answer: Checked }>();
  const text = JSON.stringify(rule);
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const answer = await attempt(() => client.automations.check(JSON.parse(text) as { [name: string]: unknown }));
      if (!gone && answer !== undefined) setChecked({ of: text, answer });
    }, WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return checked?.of === text ? checked?.answer : undefined;
}

type Params = { readonly [name: string]: { readonly value: number } };

const paramsOf = ({ rule }: Template): Params => (rule.params ?? {}) as Params;

function templateRule(template: Template, accountId: string, values: { readonly [name: string]: string }): object {
  const params = Object.fromEntries(
    Object.entries(paramsOf(template)).map(([name, param]) => [
      name,
      { ...param, value: Number((values[name] ?? String(param.value)).replace(',', '.')) },
    ]),
  );
  return { ...template.rule, params, scope: { ...(template.rule.scope as object), accountIds: [accountId] } };
}
