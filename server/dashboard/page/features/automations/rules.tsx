import { client, type RowOf, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { moment } from '../../base/words.ts';
import { act, DialogButton, say } from '../../parts/dialogs.tsx';
import { Badge, Button, Empty, Loaded, PageHead } from '../../parts/parts.tsx';
import { Builder } from './builder.tsx';

export function RulesPage({ mayChange }: { mayChange: boolean }) {
  const rules = useResource('automations.list', { limit: 200 }, { everyMs: 30_000 });
  const all = rules.data?.data ?? [];
  const waits = useResource('automations.waiting', { limit: 200 }, { everyMs: 30_000 });
  const waiting = new Set(waits.data?.data.map(({ ruleId }) => ruleId));
  const names = useNames();
  const stopped = all.some((rule) => rule.stopped);
  const stop = () =>
    act(
      () => client.automations.stop({ stopped: !stopped }),
      stopped ? 'Rules go on.' : 'All rules are stopped.',
      rules.reload,
    );
  return (
    <>
      <PageHead
        title="Rules"
        lead="Rules watch figures and act. Each says what it does in a sentence, and of every run why."
      >
        {mayChange && all.length > 0 && (
          <Button kind="quiet" onClick={stop}>
            {stopped ? 'Let rules go on' : 'Stop all rules'}
          </Button>
        )}
        {mayChange && (
          <DialogButton title="New rule" look="sheet">
            {(close) => (
              <Builder
                onSaved={({ id }) => {
                  close();
                  say('Rule saved. It is off.');
                  go(`rules/${id}`);
                }}
              />
            )}
          </DialogButton>
        )}
      </PageHead>
      <Loaded
        of={rules}
        empty={
          <Empty icon="bolt" title="No rules yet">
            Begin with a template or with conditions of your own: it shows what it would do on your
            own figures before it does anything.
          </Empty>
        }
      >
        {({ data }) => (
          <ul class="rules">
            {data.map((rule) => (
              <li key={rule.id} class="card">
                <h2>
                  <a href={`#/rules/${rule.id}`}>{rule.name}</a> <State {...rule} />
                </h2>
                <p>{names.sentence(rule.sentence)}</p>
                <p class="hint">
                  {waiting.has(rule.id)
                    ? 'A run waits for approval.'
                    : rule.lastRun === null
                      ? 'It has not run yet.'
                      : `Last run ${moment(rule.lastRun.at)}: ${runWords(rule.lastRun.status)}.`}
                  {rule.nextRunAt !== null && ` Next run ${moment(rule.nextRunAt)}.`}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

const RUNS: { readonly [status: string]: string } = {
  awaitingApproval: 'waits for approval',
  disabledAfterFailures: 'failed too often, the rule was turned off',
};
export const runWords = (status: string): string => RUNS[status] ?? status;

const MODES = { simulate: 'simulates', approve: 'asks first', act: 'acts' } as const;

export function State({
  enabled,
  mode,
  stopped,
}: Pick<RowOf<'automations.list'>, 'enabled' | 'mode' | 'stopped'>) {
  if (stopped) return <Badge tone="warn">stopped</Badge>;
  return (
    <Badge tone={enabled ? (mode === 'act' ? 'live' : 'good') : 'calm'}>
      {enabled ? MODES[mode] : 'off'}
    </Badge>
  );
}
