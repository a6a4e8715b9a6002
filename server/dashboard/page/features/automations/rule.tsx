import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../../../client/client.ts';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import { moment } from '../../base/words.ts';
import { DayChart } from '../../parts/chart.tsx';
import { Badge, Button, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';
import { Choice } from './conditions.tsx';
import { State } from './rules.tsx';

type Run = AnswerOf<'automations.executions'>['data'][number];
type Backtest = AnswerOf<'automations.backtest'>;

/** One rule: its sentence, its switch, what it did, and what it would have done. */
export function RulePage({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const rule = useResource('automations.get', { id });
  const runs = useResource('automations.executions', { id, limit: 20 }, { everyMs: 10_000 });
  const [tried, setTried] = useState<Backtest>();
  const [busy, setBusy] = useState('');
  const [days, setDays] = useState(14);
  const during = async <T,>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(name);
    const done = await attempt(work);
    setBusy('');
    return done;
  };
  if (rule.problem) return <ProblemNote problem={rule.problem} onRetry={rule.reload} />;
  if (rule.data === undefined) return <Waiting rows={4} />;
  const { name, sentence, enabled, mode, stopped, nextRunAt } = rule.data;
  const look = async (): Promise<void> => {
    const run = await during('look', () => client.automations.execute({ id }));
    if (run === undefined) return;
    say(`It would act on ${run.counts.wouldHaveActed} of ${run.counts.considered}.`);
    runs.reload();
    rule.reload();
  };
  const toggle = async (wanted: 'off' | 'act' | 'approve'): Promise<void> => {
    const done = await during(wanted, () =>
      client.automations.toggle({ id, enabled: wanted !== 'off', ...(wanted !== 'off' && { mode: wanted }) }),
    );
    if (done === undefined) return;
    say(
      { off: 'The rule is switched off.', act: 'The rule acts from now on.', approve: 'The rule asks before it acts.' }[wanted],
    );
    rule.reload();
  };
  const tryPast = async (): Promise<void> => {
    const to = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    setTried(await during('past', () => client.automations.backtest({ ruleId: id, from, to })));
  };
  return (
    <>
      <PageHead title={name} lead={sentence}>
        <State enabled={enabled} mode={mode} stopped={stopped} />
        {mayChange && (
          <>
            <Button kind="quiet" busy={busy === 'look'} onClick={() => void look()}>
              Dry run
            </Button>
            <Choice
              label="Days of the past"
              value={String(days)}
              choices={[7, 14, 30, 90].map((each) => [String(each), `${each} days`])}
              onChange={(value) => setDays(Number(value))}
            />
            <Button kind="quiet" busy={busy === 'past'} onClick={() => void tryPast()}>
              Try on the past
            </Button>
            {!enabled && (
              <Button kind="quiet" busy={busy === 'approve'} onClick={() => void toggle('approve')}>
                Let it ask first
              </Button>
            )}
            <Button busy={busy === 'off' || busy === 'act'} onClick={() => void toggle(enabled ? 'off' : 'act')}>
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

function Past({ tried }: { readonly tried: Backtest }) {
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

const TONES = { done: 'good', partial: 'warn', failed: 'bad', running: 'live', awaitingApproval: 'warn' } as const;
const MOST_SHOWN = 10;

function RunCard({
  run,
  mayChange,
  onChanged,
}: {
  readonly run: Run;
  readonly mayChange: boolean;
  readonly onChanged: () => void;
}) {
  const { executionId, status, mode, startedAt, counts, results, planDigest, undoneBy } = run;
  const told = results.filter(({ verdict }) => verdict !== 'notMatched');
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if ((await attempt(work)) === undefined) return;
    say(done);
    onChanged();
  };
  return (
    <section class="card" aria-label={`Run of ${moment(startedAt)}`}>
      <h3>
        {moment(startedAt)}{' '}
        <Badge tone={TONES[status as keyof typeof TONES] ?? 'calm'}>{mode === 'dryRun' ? 'dry run' : status}</Badge>
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
        <Button onClick={() => void act(() => client.automations.approve({ executionId, planDigest }), 'It goes on.')}>
          Approve
        </Button>
      )}
      {mayChange && counts.acted > 0 && undoneBy === undefined && mode !== 'undo' && (
        <Button kind="quiet" onClick={() => void act(() => client.automations.undo({ executionId }), 'It is being set back.')}>
          Undo
        </Button>
      )}
    </section>
  );
}
