import { useState } from 'preact/hooks';
import { type AnswerOf, client, type RowOf, useResource } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { figure, moment, plural } from '../../base/words.ts';
import { DayChart } from '../../parts/chart.tsx';
import { act, attempt, DialogButton, say, useConfirm } from '../../parts/dialogs.tsx';
import { LineForm, Select } from '../../parts/fields.tsx';
import { Badge, Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { Builder } from './builder.tsx';
import { runWords, State } from './rules.tsx';

type Backtest = AnswerOf<'automations.backtest'>;

export function RulePage({ id, mayChange }: { id: string; mayChange: boolean }) {
  const rule = useResource('automations.get', { id });
  const runs = useResource('automations.executions', { id, limit: 20 }, { everyMs: 10_000 });
  const [tried, setTried] = useState<Backtest>();
  const [days, setDays] = useState('14');
  const names = useNames();
  const reload = () => {
    rule.reload();
    runs.reload();
  };
  const removal = useConfirm<string>(
    'Delete',
    (name) => `the rule ${name}`,
    () =>
      act(
        () => client.automations.delete({ id }),
        'Rule deleted.',
        () => go('rules'),
      ),
  );
  if (rule.problem) return <ProblemNote problem={rule.problem} onRetry={rule.reload} />;
  if (rule.data === undefined) return <Waiting rows={4} />;
  const { data } = rule;
  const { name, sentence, enabled, nextRunAt } = data;
  const dryRun = () =>
    act(
      () => client.automations.execute({ id }),
      ({ counts }) => `Would act on ${counts.wouldHaveActed} of ${counts.considered}.`,
      reload,
    );
  const toggle = (mode: 'off' | 'act' | 'approve') =>
    act(
      () =>
        client.automations.toggle({ id, enabled: mode !== 'off', ...(mode !== 'off' && { mode }) }),
      {
        off: 'Rule turned off.',
        act: 'Rule turned on. It acts by itself.',
        approve: 'Rule turned on. It asks first.',
      }[mode],
      rule.reload,
    );
  const tryPast = async () => {
    const dayAgo = (back: number) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    setTried(
      await attempt(() =>
        client.automations.backtest({ ruleId: id, from: dayAgo(Number(days)), to: dayAgo(1) }),
      ),
    );
  };
  return (
    <>
      <PageHead title={name} lead={names.sentence(sentence)}>
        <State {...rule.data} />
        {mayChange && (
          <>
            <Button kind="quiet" waits onClick={dryRun}>
              Dry run
            </Button>
            <Button kind="quiet" waits onClick={() => runNow(id, reload)}>
              Run now
            </Button>
            <DialogButton title="Edit" kind="quiet" look="sheet">
              {(close) => (
                <Builder
                  rule={data}
                  onSaved={({ mode }) => {
                    say(
                      mode === data.mode
                        ? 'Rule saved.'
                        : 'Rule saved. It only simulates until you have seen a dry run.',
                    );
                    // A backtest of the rule as it was says nothing of what it is now.
                    setTried(undefined);
                    close();
                    reload();
                  }}
                />
              )}
            </DialogButton>
            <Button kind="quiet" onClick={() => removal.ask(name)}>
              Delete
            </Button>
            {!enabled && (
              <Button waits onClick={() => toggle('approve')}>
                Turn on with approval
              </Button>
            )}
            <Button waits onClick={() => toggle(enabled ? 'off' : 'act')}>
              {enabled ? 'Turn off' : 'Turn on'}
            </Button>
          </>
        )}
      </PageHead>
      {removal.question('No run begins any more. Runs of the past stay, and can be undone.')}
      {nextRunAt !== null && <p class="hint">Next run {moment(nextRunAt)}.</p>}
      <LineForm class="conditions" label="Backtest" onSend={tryPast} button="Backtest">
        <Select
          aria-label="Days of the past"
          value={days}
          choices={['7', '14', '30', '90'].map((each) => [each, `Last ${each} days`])}
          onValue={setDays}
        />
      </LineForm>
      {tried && <Past tried={tried} />}
      <h2 class="section">Runs</h2>
      {runs.data === undefined ? (
        <Waiting rows={3} />
      ) : runs.data.data.length === 0 ? (
        <p class="nothing">It has not run yet. A dry run shows what it would do.</p>
      ) : (
        <div class="stack">
          {runs.data.data.map((run) => (
            <RunCard key={run.executionId} run={run} mayChange={mayChange} onChanged={reload} />
          ))}
        </div>
      )}
    </>
  );
}

/** Off the schedule, as the rule is set: one that asks first asks. */
const runNow = (id: string, onBegun: () => void) =>
  act(() => client.automations.execute({ id, dryRun: false }), 'The rule runs now.', onBegun);

const MOST_NAMED = 50;

function Past({ tried }: { tried: Backtest }) {
  const acted = new Map(
    tried.days.flatMap(({ actions }) =>
      actions.map((action) => [action.entity.id, action] as const),
    ),
  );
  const names = useNames();
  const told = tried.accounts.filter(
    ({ spendAvoided, resultsForgone }) => spendAvoided !== 0 || resultsForgone !== 0,
  );
  const sums = (told.length > 0 ? told : tried.accounts.slice(0, 1)).map(
    ({ accountId, currency, spendAvoided, resultsForgone }) =>
      `${tried.accounts.length > 1 ? `${names.account(accountId)}: ` : ''}${figure(spendAvoided, 'money', currency)} not spent, ${plural(resultsForgone, 'result')} lost`,
  );
  return (
    <section class="card" aria-label="Backtest">
      <h2>
        {tried.from} to {tried.to}
      </h2>
      <p class="strong">
        Would have changed {plural(tried.entitiesTouched, 'object')}: {sums.join('; ')}.
        {tried.flaps > 0 && ` ${plural(tried.flaps, 'object')} changed back and forth.`}
      </p>
      <DayChart
        points={tried.days.map(({ day, acted: changed }) => ({ day, value: changed }))}
        label="Objects it would have changed"
        whole
        format={(value) => String(value ?? 0)}
      />
      <ul>
        {[...acted.values()].slice(0, MOST_NAMED).map(({ at, entity, explanation }) => (
          <li key={entity.id}>
            <strong dir="auto">{entity.name}</strong> <span class="hint">{moment(at)}</span>{' '}
            {explanation}
          </li>
        ))}
      </ul>
      {tried.lookAhead && (
        <p class="hint">Some days use today’s figures, so this looks better than it was.</p>
      )}
      <p class="hint">{tried.note}</p>
    </section>
  );
}

const TONES: { readonly [status: string]: 'good' | 'warn' | 'bad' | 'live' } = {
  done: 'good',
  partial: 'warn',
  failed: 'bad',
  running: 'live',
  awaitingApproval: 'warn',
  refused: 'bad',
};
const MOST_SHOWN = 10;

/** `28 checked, 4 match, 3 would be changed.` */
function countWords({
  considered,
  matched,
  acted,
  wouldHaveActed,
  failed,
}: RunProps['run']['counts']): string {
  const some = (number: number, words: string) => (number > 0 ? `, ${number} ${words}` : '');
  return `${considered} checked, ${matched} match${some(acted, 'changed')}${some(wouldHaveActed, 'would be changed')}${some(failed, 'failed')}.`;
}

interface RunProps {
  run: RowOf<'automations.executions'>;
  mayChange: boolean;
  onChanged: () => void;
}

function Told({ results }: { results: RunProps['run']['results'] }) {
  return (
    <>
      <ul>
        {results.slice(0, MOST_SHOWN).map(({ entity, explanation }) => (
          <li key={entity.id}>
            <strong dir="auto">{entity.name}</strong> {explanation}
          </li>
        ))}
      </ul>
      {results.length > MOST_SHOWN && <p class="hint">And {results.length - MOST_SHOWN} more.</p>}
    </>
  );
}

function RunCard({ run, mayChange, onChanged }: RunProps) {
  const { executionId, ruleId, status, mode, startedAt, counts, planDigest, undoneBy } = run;
  const acts = run.results.filter(({ actions }) => actions.length > 0);
  const skipped = run.results.filter(
    ({ verdict, actions }) => actions.length === 0 && verdict !== 'notMatched',
  );
  return (
    <section class="card" aria-label={`Run of ${moment(startedAt)}`}>
      <h3>
        {moment(startedAt)}{' '}
        <Badge tone={TONES[status] ?? 'calm'}>
          {mode === 'dryRun' ? 'dry run' : runWords(status)}
        </Badge>
      </h3>
      <p class="hint">
        {countWords(counts)}
        {run.message && ` ${run.message}`}
      </p>
      <Told results={acts} />
      {skipped.length > 0 && (
        <details>
          <summary>{plural(skipped.length, 'object')} skipped</summary>
          <Told results={skipped} />
        </details>
      )}
      {mayChange && status === 'awaitingApproval' && planDigest !== undefined && (
        <div class="dialog-actions">
          <Button
            waits
            onClick={() =>
              act(
                () => client.automations.decline({ executionId }),
                'Declined. Nothing was changed.',
                onChanged,
              )
            }
          >
            Decline
          </Button>
          <Button
            kind="primary"
            icon="check"
            waits
            onClick={() =>
              act(
                () => client.automations.approve({ executionId, planDigest }),
                'Approved. It is judged once more and then acts.',
                onChanged,
              )
            }
          >
            Approve
          </Button>
        </div>
      )}
      {mayChange && status === 'refused' && run.reason === 'planOutdated' && (
        <Button waits onClick={() => runNow(ruleId, onChanged)}>
          Run again
        </Button>
      )}
      {mayChange && counts.acted > 0 && undoneBy === undefined && mode !== 'undo' && (
        <Button
          kind="quiet"
          onClick={() =>
            act(() => client.automations.undo({ executionId }), 'It is being set back.', onChanged)
          }
        >
          Undo
        </Button>
      )}
    </section>
  );
}
