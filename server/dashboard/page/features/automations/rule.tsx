import { useState } from 'preact/hooks';
import { type AnswerOf, client, type RowOf, useResource } from '../../base/api.ts';
import { moment } from '../../base/words.ts';
import { DayChart } from '../../parts/chart.tsx';
import { act, attempt } from '../../parts/dialogs.tsx';
import { Select } from '../../parts/fields.tsx';
import { Badge, Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { State } from './rules.tsx';

type Backtest = AnswerOf<'automations.backtest'>;

export function RulePage({ id, mayChange }: { id: string; mayChange: boolean }) {
  const rule = useResource('automations.get', { id });
  const runs = useResource('automations.executions', { id, limit: 20 }, { everyMs: 10_000 });
  const [tried, setTried] = useState<Backtest>();
  const [days, setDays] = useState('14');
  if (rule.problem) return <ProblemNote problem={rule.problem} onRetry={rule.reload} />;
  if (rule.data === undefined) return <Waiting rows={4} />;
  const { name, sentence, enabled, nextRunAt } = rule.data;
  const dryRun = async () => {
    const run = await act(
      () => client.automations.execute({ id }),
      ({ counts }) => `It would act on ${counts.wouldHaveActed} of ${counts.considered}.`,
    );
    if (run === undefined) return;
    runs.reload();
    rule.reload();
  };
  const toggle = (mode: 'off' | 'act' | 'approve') =>
    act(
      () => client.automations.toggle({ id, enabled: mode !== 'off', ...(mode !== 'off' && { mode }) }),
      { off: 'The rule is switched off.', act: 'The rule acts from now on.', approve: 'The rule asks before it acts.' }[mode],
      rule.reload,
    );
  const tryPast = async () => {
    const dayAgo = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    setTried(await attempt(() => client.automations.backtest({ ruleId: id, from: dayAgo(Number(days)), to: dayAgo(1) })));
  };
  return (
    <>
      <PageHead title={name} lead={sentence}>
        <State {...rule.data} />
        {mayChange && (
          <>
            <Button kind="quiet" waits onClick={dryRun}>
              Dry run
            </Button>
            <Select
              aria-label="Days of the past"
              value={days}
              choices={['7', '14', '30', '90'].map((each) => [each, `${each} days`])}
              onValue={setDays}
            />
            <Button kind="quiet" waits onClick={tryPast}>
              Try on the past
            </Button>
            {!enabled && (
              <Button kind="quiet" waits onClick={() => toggle('approve')}>
                Let it ask first
              </Button>
            )}
            <Button waits onClick={() => toggle(enabled ? 'off' : 'act')}>
              {enabled ? 'Switch off' : 'Let it act'}
            </Button>
          </>
        )}
      </PageHead>
      {nextRunAt !== null && <p class="hint">Next run {moment(nextRunAt)}.</p>}
      {tried && <Past tried={tried} />}
      <h2 class="section">Runs</h2>
      {runs.data === undefined ? (
        <Waiting rows={3} />
      ) : runs.data.data.length === 0 ? (
        <p class="nothing">It has not run yet. A dry run shows what it would do.</p>
      ) : (
        runs.data.data.map((run) => <RunCard key={run.executionId} run={run} mayChange={mayChange} onChanged={runs.reload} />)
      )}
    </>
  );
}

function Past({ tried }: { tried: Backtest }) {
  const sums = tried.accounts.map(
    ({ accountId, currency, spendAvoided, resultsForgone }) =>
      `${accountId}: ${spendAvoided} ${currency} not spent, ${resultsForgone} results forgone`,
  );
  return (
    <section class="card" aria-label="On the past">
      <h2>
        {tried.from} to {tried.to}
      </h2>
      <DayChart
        points={tried.days.map(({ day, acted }) => ({ day, value: acted }))}
        label="Entities it would have changed"
        format={(value) => String(value ?? 0)}
      />
      <p>
        {tried.entitiesTouched} touched, {tried.flaps} changed back and forth. {sums.join('; ')}.
      </p>
      {tried.lookAhead && (
        <p class="hint">On some days the figures of then are not kept: those of today were taken, which knew more.</p>
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
};
const MOST_SHOWN = 10;

interface RunProps {
  run: RowOf<'automations.executions'>;
  mayChange: boolean;
  onChanged: () => void;
}

function RunCard({ run, mayChange, onChanged }: RunProps) {
  const { executionId, status, mode, startedAt, counts, planDigest, undoneBy } = run;
  const told = run.results.filter(({ verdict }) => verdict !== 'notMatched');
  return (
    <section class="card" aria-label={`Run of ${moment(startedAt)}`}>
      <h3>
        {moment(startedAt)} <Badge tone={TONES[status] ?? 'calm'}>{mode === 'dryRun' ? 'dry run' : status}</Badge>
      </h3>
      <p class="hint">
        {counts.considered} looked at, {counts.matched} match, {counts.acted} changed, {counts.wouldHaveActed} would be,{' '}
        {counts.failed} failed.
        {run.message && ` ${run.message}`}
      </p>
      <ul>
        {told.slice(0, MOST_SHOWN).map(({ entity, explanation }) => (
          <li key={entity.id}>
            <strong>{entity.name}</strong> {explanation}
          </li>
        ))}
      </ul>
      {told.length > MOST_SHOWN && <p class="hint">And {told.length - MOST_SHOWN} more.</p>}
      {mayChange && status === 'awaitingApproval' && planDigest !== undefined && (
        <Button onClick={() => act(() => client.automations.approve({ executionId, planDigest }), 'It goes on.', onChanged)}>
          Approve
        </Button>
      )}
      {mayChange && counts.acted > 0 && undoneBy === undefined && mode !== 'undo' && (
        <Button
          kind="quiet"
          onClick={() => act(() => client.automations.undo({ executionId }), 'It is being set back.', onChanged)}
        >
          Undo
        </Button>
      )}
    </section>
  );
}
