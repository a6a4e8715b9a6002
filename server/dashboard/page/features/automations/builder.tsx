import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { AccountChoice, Button, Field, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt } from '../../parts/toasts.tsx';
import { spelled } from './conditions.tsx';
import { type FreeRule, FreeRuleFields, freeRule, freeRuleOf } from './free.tsx';

type Fields = AnswerOf<'automations.fields'>;
type Template = Fields['templates'][number];
type Checked = AnswerOf<'automations.check'>;

const OWN = 'own';

/** A template and its numbers, or conditions of one's own; below, what the rule would do now. */
export function Builder({ onSaved }: { readonly onSaved: (id: string) => void }) {
  const fields = useResource('automations.fields', {});
  const accounts = useResource('accounts.list', { limit: 200 });
  const [chosen, setChosen] = useState('');
  const [account, setAccount] = useState('');
  const [values, setValues] = useState<{ readonly [name: string]: string }>({});
  const [own, setOwn] = useState<FreeRule>(freeRule);
  const [busy, setBusy] = useState(false);
  const template = fields.data?.templates.find(({ id }) => id === chosen) ?? fields.data?.templates[0];
  const accountId = account || (accounts.data?.data[0]?.id ?? '');
  const isOwn = chosen === OWN;
  const rule =
    fields.data && (isOwn ? freeRuleOf(fields.data, own, accountId) : template && templateRule(template, accountId, values));
  const checked = usePreview(rule);
  if (fields.problem) return <ProblemNote problem={fields.problem} onRetry={fields.reload} />;
  if (fields.data === undefined || template === undefined || rule === undefined) return <Waiting rows={3} />;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    // The service looks at the rule as a whole.
    const saved = await attempt(() => client.automations.create(rule as never));
    setBusy(false);
    if (saved !== undefined) onSaved(saved.id);
  };
  return (
    <form class="form" onSubmit={(event) => void save(event)}>
      <Field label="Template" hint={isOwn ? 'Conditions and an action of your own.' : template.sentence}>
        <select
          value={isOwn ? OWN : template.id}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setValues({});
          }}
        >
          {fields.data.templates.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value={OWN}>Your own conditions</option>
        </select>
      </Field>
      <AccountChoice label="Ad account" accounts={accounts.data?.data} value={accountId} onChoose={setAccount} />
      {isOwn ? (
        <FreeRuleFields fields={fields.data} accountId={accountId} rule={own} onChange={setOwn} />
      ) : (
        Object.entries(paramsOf(template)).map(([name, param]) => (
          <Field key={name} label={spelled(name)}>
            <input
              inputMode="decimal"
              value={values[name] ?? String(param.value)}
              onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          </Field>
        ))
      )}
      <Preview checked={checked} />
      <Button type="submit" busy={busy} disabled={checked?.valid !== true}>
        Save, switched off
      </Button>
    </form>
  );
}

function Preview({ checked }: { readonly checked: Checked | undefined }) {
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

/** What the service says of a rule, a moment after the last change of it. */
function usePreview(rule: object | undefined): Checked | undefined {
  const [checked, setChecked] = useState<{ readonly of: string; readonly answer: Checked }>();
  const text = JSON.stringify(rule);
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    const timer = setTimeout(() => {
      void attempt(() => client.automations.check(JSON.parse(text) as { [name: string]: unknown })).then((answer) => {
        if (!gone && answer !== undefined) setChecked({ of: text, answer });
      });
    }, WAIT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return checked?.of === text ? checked?.answer : undefined;
}

interface Param {
  readonly value: number;
}

const paramsOf = ({ rule }: Template): { readonly [name: string]: Param } =>
  (rule.params ?? {}) as { readonly [name: string]: Param };

function templateRule(template: Template, accountId: string, values: { readonly [name: string]: string }): object {
  const params = Object.fromEntries(
    Object.entries(paramsOf(template)).map(([name, param]) => [
      name,
      { ...param, value: Number((values[name] ?? String(param.value)).replace(',', '.')) },
    ]),
  );
  return { ...template.rule, params, scope: { ...(template.rule.scope as object), accountIds: [accountId] } };
}
