import type { ComponentChildren } from 'preact';
import type { NumericGuard } from '../../../../../core/gate/limits.ts';
import { limitWords } from '../../../../../core/gate/words.ts';
import { client, useAccounts, useResource } from '../../base/api.ts';
import { troubleOf, useNames } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { ago, count, moment, plural } from '../../base/words.ts';
import { act } from '../../parts/dialogs.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { later } from '../../parts/page.ts';
import {
  Badge,
  Button,
  NoAccounts,
  PageHead,
  ProblemNote,
  Progress,
  Waiting,
} from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { HomeSpend } from './spend.tsx';

function lastEvening(): string {
  const evening = new Date();
  evening.setDate(evening.getDate() - 1);
  evening.setHours(18, 0, 0, 0);
  return evening.toISOString();
}

/** Computed once: the same question has the same address, so its last answer is shown at once. */
const since = lastEvening();

const Yesterday = later(() => import('./yesterday.tsx'), 'Yesterday');

interface HomeProps {
  mayLaunch: boolean;
  mayChange: boolean;
  mayAdmin: boolean;
}

export function HomePage({ mayLaunch, mayChange, mayAdmin }: HomeProps) {
  const accounts = useAccounts();
  const isEmpty = accounts.data?.data.length === 0;
  return (
    <>
      <PageHead title="Home" lead="What waits for you, what came of yesterday, and what is spent.">
        {mayLaunch && (
          <Button kind="primary" icon="launch" onClick={() => go('launch')}>
            Launch ads
          </Button>
        )}
      </PageHead>
      {isEmpty ? (
        <NoAccounts mayConnect={mayAdmin}>
          Connect a platform, and its ad accounts, what they spend and what they need appear here.
        </NoAccounts>
      ) : (
        <>
          <Matters mayAdmin={mayAdmin} />
          {accounts.data && <Yesterday accounts={accounts.data.data} mayChange={mayChange} />}
          <HomeSpend accounts={accounts.data?.data} />
        </>
      )}
      {mayAdmin && <FirstSteps hasAccounts={!isEmpty && accounts.data !== undefined} />}
      {mayAdmin && <LimitsOffer />}
    </>
  );
}

/** Shown until all are done. */
function FirstSteps({ hasAccounts }: { hasAccounts: boolean }) {
  const limits = useResource('guardrails.get', {});
  const batches = useResource('batches.list', { limit: 1 });
  const others = plugged('useSteps').flatMap((useSteps) => useSteps());
  if (limits.data === undefined || batches.data === undefined) return null;
  const steps = [
    ['Connect a platform', '#/connections', hasAccounts],
    ['Set spending limits', '#/limits', limits.data.revision > 0],
    ['Launch a first ad, paused', '#/launch', batches.data.pagination.total > 0],
    ...others,
  ] as const;
  const done = steps.filter(([, , isDone]) => isDone).length;
  // A colleague is not needed.
  if (steps.slice(0, 3).every(([, , isDone]) => isDone)) return null;
  return (
    <section class="card" aria-label="First steps">
      <h2>First steps</h2>
      <Progress done={done} failed={0} total={steps.length} label="First steps" />
      <ol class="steps">
        {steps.map(([title, href, isDone]) => (
          <li key={href} class={isDone ? 'over' : ''}>
            {isDone ? <s>{title}</s> : <a href={href}>{title}</a>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Matters({ mayAdmin }: { mayAdmin: boolean }) {
  const { data, problem, reload } = useResource('overview.get', { since }, { everyMs: 15_000 });
  const names = useNames();
  if (problem && data === undefined) return <ProblemNote problem={problem} onRetry={reload} />;
  if (data === undefined) return <Waiting rows={3} onRetry={reload} />;
  const { running, approvals, connections, rules } = data;
  const waiting = rules.runs.filter(({ status }) => status === 'awaitingApproval');
  const acted = rules.runs.filter((run) => !waiting.includes(run));
  return (
    <div class="matters">
      <Matter
        icon="batches"
        title="Running launches"
        href="#/batches"
        nothing="No launch is running."
        many={running.length}
      >
        {running.map((batch) => (
          <li key={batch.adBatchId}>
            <a href={`#/batches/${batch.adBatchId}`} dir="auto">
              {batch.name || `Batch ${batch.adBatchId}`}
            </a>
            <Progress
              done={batch.successfulAds}
              failed={batch.failedAds}
              total={batch.totalAds}
              label={`Batch ${batch.adBatchId}`}
            />
            <span class="hint">
              {count(batch.successfulAds + batch.failedAds)} of {plural(batch.totalAds, 'ad')} ·{' '}
              {ago(batch.createdAt)}
            </span>
          </li>
        ))}
      </Matter>
      <Rejected />
      <Matter
        icon="check"
        title="Approvals"
        href="#/approvals"
        nothing="Nothing to approve."
        many={approvals.waiting + waiting.length}
      >
        {waiting.map(({ executionId, ruleId, ruleName, at }) => (
          <li key={executionId}>
            <a href={`#/rules/${ruleId}`} dir="auto">
              {ruleName}
            </a>
            <span class="hint">a rule, {ago(at)}</span>
          </li>
        ))}
        {approvals.plans.map(({ digest, summary, expiresAt }) => (
          <li key={digest}>
            <a href={`#/approvals/${digest}`} dir="auto">
              {names.sentence(summary)}
            </a>
            <span class="hint">until {moment(expiresAt)}</span>
          </li>
        ))}
      </Matter>
      {mayAdmin && (
        <Matter
          icon="connections"
          title="Connections"
          href="#/connections"
          nothing="All connections work."
          many={connections.length}
          isBad
        >
          {connections.map((connection) => (
            <li key={connection.id}>
              <a href="#/connections" dir="auto">
                {connection.name}
              </a>
              <span class="hint">{troubleOf(connection)}</span>
            </li>
          ))}
        </Matter>
      )}
      <Matter
        icon="bolt"
        title="Rules since last evening"
        href="#/rules"
        nothing="No rule has acted."
        many={acted.length}
      >
        {acted.map(({ executionId, ruleId, ruleName, at, acted: changed, failed }) => (
          <li key={executionId}>
            <a href={`#/rules/${ruleId}`} dir="auto">
              {ruleName}
            </a>
            <span class="hint">
              {plural(changed, 'change')}
              {failed > 0 && `, ${failed} failed`} · {ago(at)}
            </span>
          </li>
        ))}
      </Matter>
    </div>
  );
}

const SHOWN = 5;

/** Ads that the review of a platform refused: slower than the rest, as the platforms are asked. */
function Rejected() {
  const { data, problem, reload } = useResource('overview.rejectedAds', {});
  const all = '#/ads?level=ad&status=rejected';
  if (problem)
    return (
      <section class="card matter" aria-label="Rejected ads">
        <ProblemNote problem={problem} onRetry={reload} />
      </section>
    );
  return (
    <Matter
      icon="faults"
      title="Rejected ads"
      href={all}
      nothing={data === undefined ? 'Asking the platforms…' : 'No active ads rejected.'}
      many={data?.count ?? 0}
      isBad
    >
      {data?.data.slice(0, SHOWN).map(({ id, name, accountId, accountName, platform }) => (
        <li key={`${platform} ${id}`}>
          <a
            href={`${all}&accounts=${encodeURIComponent(`${platform}:${accountId}`)}&search=${id}`}
            dir="auto"
          >
            {name}
          </a>
          <span class="hint">{accountName}</span>
        </li>
      ))}
      {(data?.notKnown ?? []).map(({ accountId, accountName, message }) => (
        <li key={accountId} class="hint">
          {accountName}: {message}
        </li>
      ))}
    </Matter>
  );
}

interface MatterProps {
  icon: IconName;
  title: string;
  href: string;
  nothing: string;
  many: number;
  isBad?: boolean;
  children: ComponentChildren;
}

function Matter({ icon, title, href, nothing, many, isBad = false, children }: MatterProps) {
  const isListed = Array.isArray(children) ? children.flat().some(Boolean) : Boolean(children);
  return (
    <section class="card matter" aria-label={title}>
      <h2>
        <Icon name={icon} />
        <a href={href}>{title}</a>
        {many > 0 && <Badge tone={isBad ? 'bad' : 'live'}>{count(many)}</Badge>}
      </h2>
      {many === 0 && <p class="hint">{nothing}</p>}
      {isListed && <ul>{children}</ul>}
    </section>
  );
}

function LimitsOffer() {
  const { data, reload } = useResource('guardrails.get', {});
  const currency = data?.accounts[0]?.currency ?? '';
  const offered = data?.suggested.currencies[currency];
  if (data === undefined || data.revision > 0 || offered === undefined) return null;
  const words = (name: NumericGuard & keyof typeof offered) =>
    limitWords(name, offered[name] ?? 0, currency);
  const take = () =>
    act(
      () => client.guardrails.replace({ ...data.suggested, accounts: {}, revision: data.revision }),
      'Limits set.',
      reload,
    );
  return (
    <section class="card" aria-label="Closer limits">
      <h2>Closer limits</h2>
      <p>
        The default limits hold. Closer ones, for an account like yours: {words('dailyBudget')} a
        day for one campaign or ad set, {words('accountDailyBudget')} a day for an ad account, and a
        second key for more than {words('secondKeyDailyBudget')} a day.
      </p>
      <div class="dialog-actions">
        <Button kind="quiet" onClick={() => go('limits')}>
          Show all
        </Button>
        <Button waits onClick={take}>
          Use these limits
        </Button>
      </div>
    </section>
  );
}
