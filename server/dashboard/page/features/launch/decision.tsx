import { useEffect, useRef, useState } from 'preact/hooks';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import {
  mayBeLaunched,
  type Part,
  type PlannedPart,
  repeatsIn,
} from '../../../../client/launch-parts.ts';
import {
  type ApiError,
  client,
  type InputOf,
  type Plan,
  useEvery,
  useResource,
} from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { go } from '../../base/route.ts';
import { count, plural } from '../../base/words.ts';
import { Dialog, say } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Button, Progress } from '../../parts/parts.tsx';
import { keepRun, keptRun, type Outcome } from '../../rows/kept-rows.ts';
import type { Warned } from '../../rows/sheet.ts';
import { PlanCard } from './plan-card.tsx';
import { launchParts } from './run.ts';

interface DecisionProps {
  plan: Plan | undefined;
  parts: readonly PlannedPart[];
  warned: readonly Warned[];
  faults: number;
  checking: boolean;
  ads: readonly object[];
  onBegin: () => void;
  onLaunched: (part: Part) => void;
  onEnd: (outcome: Outcome) => void;
  onChanged: () => void;
}

type Agreed = Pick<DecisionProps, 'parts'> & { readonly plan: Plan };

/** The plan and its button. A launch that spends at once or repeats ads needs an answer first. */
export function Decision(props: DecisionProps) {
  // The part that is being sent, from 0, of what was agreed to: plans of what is left are not shown
  // meanwhile.
  const [sending, setSending] = useState<{
    readonly at: number;
    readonly of: DecisionProps;
    readonly behind?: number;
  }>();
  const { plan, parts, warned, faults, checking, ads, onBegin, onLaunched, onEnd, onChanged } =
    sending?.of ?? props;
  const [asked, setAsked] = useState<Agreed>();
  const [name, setName] = useState('');
  // Pressed during a check, as by the click that leaves a cell: asked when the check is done.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || checking) return;
    setWanted(false);
    if (plan !== undefined && faults === 0) setAsked({ plan, parts });
    else say('Nothing was launched: the rows still have something to correct.', 'bad');
  }, [wanted, checking]);
  const visitName = useRef(`Dashboard ${localTime(new Date())}`).current;
  const launch = async (agreed: Agreed) => {
    setAsked(undefined);
    const of = { ...props, ...agreed, checking: false };
    setSending({ at: 0, of });
    onBegin();
    const outcome = await launchParts(agreed.parts, name.trim() || visitName, {
      keptRun,
      keepRun,
      onSending: (at) => setSending({ at, of }),
      async ended(batchId, at) {
        setSending({ at, of, behind: batchId });
        // One that was retried has ended before: the stream goes on to its last end.
        for await (const _ of await client.batches.events({ id: batchId }));
        return client.batches.status({ id: batchId });
      },
      onLaunched,
      plan: (sent) =>
        client.plan({
          ads: sent,
          useDefaults: true,
          validate: 'none',
        } as unknown as InputOf<'plan'>),
      launch: (body, idempotencyKey) =>
        client.launch(body as InputOf<'launch'>, { idempotencyKey }),
    });
    setSending(undefined);
    onEnd(outcome);
    if (outcome.refused !== undefined) return tellRefused(outcome, outcome.refused, onChanged);
    const [batch] = outcome.batches;
    if (outcome.parts === 1 && batch !== undefined) go(`batches/${batch.id}`);
  };
  // One part alone might pass.
  const isRefused = (of: Plan, among: readonly PlannedPart[]) =>
    among.length > 1 && spendingRemarks(of).refused.length > 0;
  const needsAnswer = (of: Plan) => of.launchStatus !== 'PAUSED' || repeatsIn(of) > 0;
  return (
    <>
      <PlanCard
        plan={plan}
        ads={ads}
        warned={warned}
        faults={faults}
        checking={checking}
        busy={sending !== undefined || wanted}
        onCheckAgain={onChanged}
        onLaunch={() => {
          if (checking || plan === undefined) setWanted(true);
          else if (isRefused(plan, parts)) {
            say('Nothing was launched: all parts together go beyond a limit.', 'bad');
            onChanged();
          } else if (needsAnswer(plan)) setAsked({ plan, parts });
          else void launch({ plan, parts });
        }}
      >
        <TextField
          label="Name of the batch"
          value={name}
          maxLength={200}
          dir="auto"
          placeholder={visitName}
          onValue={setName}
        />
        <InParts parts={parts} sending={sending?.at} behind={sending?.behind} />
      </PlanCard>
      <Dialog
        title={`Launch ${plural(asked?.plan.totalAds ?? 0, 'ad')}?`}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        {asked && <Questions plan={asked.plan} />}
        <div class="dialog-actions">
          <Button onClick={() => setAsked(undefined)}>Cancel</Button>
          <Button kind="primary" icon="launch" onClick={() => asked && void launch(asked)}>
            {asked && repeatsIn(asked.plan) > 0 ? 'Launch them again' : 'Launch'}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

interface InPartsProps {
  parts: readonly PlannedPart[];
  sending: number | undefined;
  /** The batch whose end the part waits for. */
  behind: number | undefined;
}

function InParts({ parts, sending, behind }: InPartsProps) {
  if (parts.length < 2) return null;
  if (sending === undefined)
    return (
      <p class="hint">
        {plural(
          parts.reduce((sum, { ads }) => sum + ads.length, 0),
          'ad',
        )}{' '}
        launch as {parts.length} batches.
      </p>
    );
  return (
    <div role="status">
      <p>
        {behind === undefined
          ? `Launching part ${sending + 1} of ${parts.length}, ${plural(parts[sending]?.ads.length ?? 0, 'ad')}`
          : `Part ${sending + 1} of ${parts.length} waits for the end of batch ${behind}, which makes its campaigns and ad sets`}
      </p>
      <Progress done={sending} failed={0} total={parts.length} label="Parts that are launched" />
    </div>
  );
}

function Questions({ plan }: { plan: Plan }) {
  const repeats = plan.warnings.filter(({ code }) => code === 'already_launched');
  const { starts } = spendingRemarks(plan);
  const names = useNames();
  return (
    <>
      {plan.launchStatus !== 'PAUSED' && (
        <div class="note warn">
          <p>
            {plan.launchStatus === 'ACTIVE' ? 'These ads deliver' : 'Some of these ads deliver'} as
            soon as the platform has approved them.{' '}
            {starts.length === 0
              ? 'Their ad sets deliver already, so no further budget starts.'
              : 'This starts to spend:'}
          </p>
          {starts.length > 0 && (
            <ul>
              {starts.map((what) => (
                <li key={what}>{names.sentence(what)}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {repeats.length > 0 && (
        <div class="note bad" role="alert">
          <p>
            {plural(repeats.length, 'ad')} of these exist already. Launching makes a second one of
            each.
          </p>
          <ul>
            {repeats.slice(0, 5).map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const CHANGED = ['plan_differs', 'already_launched', 'key_reused'];

/** Where parts were launched before the refusal, the outcome shows it. */
function tellRefused({ batches }: Outcome, problem: ApiError, onChanged: () => void): void {
  const isChanged = problem.details.some(({ code }) => CHANGED.includes(code));
  if (isChanged) onChanged();
  if (batches.length > 0) return;
  if (isChanged)
    say('Nothing was launched: something changed meanwhile. This is the plan as it is now.', 'bad');
  else say(problem.details[0]?.message ?? problem.message, 'bad');
}

function localTime(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

const LOOK_MS = 3_000;

/** What became of all parts, as one. */
export function LaunchOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { parts, batches, refused } = outcome;
  const { data, reload } = useResource('batches.statuses', {
    ids: batches.map(({ id }) => id).join(','),
  });
  const found = new Map(data?.data.map((batch) => [batch.adBatchId, batch]));
  const sum = (of: (batch: (typeof batches)[number]) => number) =>
    batches.reduce((total, batch) => total + of(batch), 0);
  const launchedIn = (id: number) => found.get(id)?.successfulAds ?? 0;
  const failedIn = (id: number) => found.get(id)?.failedAds.length ?? 0;
  const ads = sum((batch) => batch.ads);
  const [launched, failed] = [sum(({ id }) => launchedIn(id)), sum(({ id }) => failedIn(id))];
  const isOver = batches.every(
    ({ id }) => (found.get(id)?.status ?? 'processing') !== 'processing',
  );
  useEvery(isOver ? undefined : LOOK_MS, reload);
  return (
    <section
      class={`note ${refused === undefined && failed === 0 ? 'good' : 'bad'}`}
      role="status"
      aria-label="What was launched"
    >
      <Icon name={refused === undefined && failed === 0 ? 'check' : 'faults'} />
      <div>
        <p>
          {refused === undefined
            ? `${isOver ? 'Done' : 'Launching'}: ${count(launched)} of ${plural(ads, 'ad')} launched${failed > 0 ? `, ${count(failed)} failed` : ''}.`
            : whyNot(outcome, refused)}
        </p>
        {refused !== undefined && (
          <p>
            {count(launched)} of {plural(ads, 'ad')} of the parts before it are launched. The rows
            of the others are still here.
          </p>
        )}
        <Progress done={launched} failed={failed} total={ads} label="Ads that are launched" />
        <ul>
          {batches.map(({ id, ads: made }, at) => (
            <li key={id}>
              Part {at + 1} of {parts}: <a href={`#/batches/${id}`}>Batch {id}</a>,{' '}
              {count(launchedIn(id))} of {plural(made, 'ad')} launched
              {failedIn(id) > 0 && <span class="bad-text">, {count(failedIn(id))} failed</span>}
            </li>
          ))}
        </ul>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}

/** A part without an answer may have been launched: sent again it is launched once. */
function whyNot({ parts, batches }: Outcome, refused: ApiError): string {
  const part = `Part ${batches.length + 1} of ${parts}`;
  if (mayBeLaunched(refused))
    return `${part} got no answer: ${refused.message} Launched again from here it is launched once.`;
  return `${part} was not launched: ${refused.details[0]?.message ?? refused.message}`;
}
