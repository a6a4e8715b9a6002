import { useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { go } from '../../base/route.ts';
import { moment } from '../../base/words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { Builder } from './builder.tsx';

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
          Begin with a template or with conditions of your own: it shows what it would do on your own figures before it does
          anything.
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
