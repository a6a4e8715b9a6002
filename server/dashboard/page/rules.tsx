import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/client.ts';
import { client } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Badge, Button, Empty, Field, PageHead, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import { go } from './route.ts';
import { attempt, say } from './toasts.tsx';
import { moment } from './words.ts';

type Fields = AnswerOf<'automations.fields'>;
type Template = Fields['templates'][number];
type Checked = AnswerOf<'automations.check'>;

export function RulesPage({ mayChange }: { readonly mayChange: boolean }) {
  const { data, problem, reload } = useResource('automations.list', { limit: 200 }, { everyMs: 30_000 });
  const [building, setBuilding] = useState(false);
  const stopped = data?.data.some((rule) => rule.stopped) === true;
  const stop = async (wanted: boolean): Promise<void> => {
    const done = await attempt(() => client.automations.stop({ stopped: wanted }));
    if (done === undefined) return;
    say(wanted ? 'All rules are stopped.' : 'Rules go on.');
    reload();
  };
  return (
    <>
      <PageHead title="Rules" lead="Rules watch figures and act. Each says what it does in a sentence, and of every run why.">
        {mayChange && data !== undefined && data.data.length > 0 && (
          <Button kind="quiet" onClick={() => void stop(!stopped)}>
            {stopped ? 'Let rules go on' : 'Stop all rules'}
          </Button>
        )}
        {mayChange && <Button onClick={() => setBuilding(true)}>New rule</Button>}
      </PageHead>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {data === undefined ? (
        !problem && <Waiting rows={4} />
      ) : data.data.length === 0 ? (
        <Empty icon="bolt" title="No rules yet">
          Begin with a template: it shows what it would do on your own figures before it does anything.
        </Empty>
      ) : (
        <ul class="rules">
          {data.data.map((rule) => (
            <li key={rule.id} class="card">
              <h2>
                <a href={`#/rules/${rule.id}`}>{rule.name}</a>{' '}
                <State enabled={rule.enabled} mode={rule.mode} stopped={rule.stopped} />
              </h2>
              <p>{rule.sentence}</p>
              <p class="hint">
                {rule.lastRun === null ? 'It has not run yet.' : `Last run ${moment(rule.lastRun.at)}: ${rule.lastRun.status}.`}
                {rule.nextRunAt !== null && ` Next run ${moment(rule.nextRunAt)}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Dialog title="New rule" open={building} onClose={() => setBuilding(false)}>
        {building && (
          <Builder
            onSaved={(id) => {
              setBuilding(false);
              say('The rule is written down. It is switched off.');
              go(`rules/${id}`);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

const MODES = { simulate: 'simulates', approve: 'asks first', act: 'acts' } as const;

export function State({
  enabled,
  mode,
  stopped,
}: {
  readonly enabled: boolean;
  readonly mode: keyof typeof MODES;
  readonly stopped: boolean;
}) {
  if (stopped) return <Badge tone="warn">stopped</Badge>;
  return <Badge tone={enabled ? (mode === 'act' ? 'live' : 'good') : 'calm'}>{enabled ? MODES[mode] : 'off'}</Badge>;
}

/** A template, an account and its numbers; below, what the rule would do now. */
function Builder({ onSaved }: { readonly onSaved: (id: string) => void }) {
  const fields = useResource('automations.fields', {});
  const accounts = useResource('accounts.list', { limit: 200 });
  const [chosen, setChosen] = useState('');
  const [account, setAccount] = useState('');
  const [values, setValues] = useState<{ readonly [name: string]: string }>({});
  const [busy, setBusy] = useState(false);
  const template = fields.data?.templates.find(({ id }) => id === chosen) ?? fields.data?.templates[0];
  const first = accounts.data?.data[0]?.id ?? '';
  const rule = template && ruleOf(template, account || first, values);
  const checked = usePreview(rule);
  if (fields.problem) return <ProblemNote problem={fields.problem} onRetry={fields.reload} />;
  if (template === undefined || rule === undefined) return <Waiting rows={3} />;
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
      <Field label="Template" hint={template.sentence}>
        <select
          value={template.id}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setValues({});
          }}
        >
          {fields.data?.templates.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Ad account">
        <select value={account || first} onChange={(event) => setAccount(event.currentTarget.value)}>
          {accounts.data?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {Object.entries(paramsOf(template)).map(([name, param]) => (
        <Field key={name} label={spelled(name)}>
          <input
            inputMode="decimal"
            value={values[name] ?? String(param.value)}
            onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
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
        <p key={path} class="bad">
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

function ruleOf(template: Template, accountId: string, values: { readonly [name: string]: string }): object {
  const params = Object.fromEntries(
    Object.entries(paramsOf(template)).map(([name, param]) => [
      name,
      { ...param, value: Number((values[name] ?? String(param.value)).replace(',', '.')) },
    ]),
  );
  return { ...template.rule, params, scope: { ...(template.rule.scope as object), accountIds: [accountId] } };
}

/** `targetCost` as `Target cost`. */
const spelled = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
