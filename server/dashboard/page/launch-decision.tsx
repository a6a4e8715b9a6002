import { useEffect, useRef, useState } from 'preact/hooks';
import { spendingRemarks } from '../../../core/guard/words.ts';
import type { ApiError, InputOf } from '../../client/client.ts';
import { client, newKey } from './api.ts';
import { Dialog } from './dialogs.tsx';
import { Button, Field } from './parts.tsx';
import { PlanCard } from './plan-card.tsx';
import { go } from './route.ts';
import type { Plan } from './shapes.ts';
import type { Warned } from './sheet.ts';
import { attempt, say } from './toasts.tsx';
import { plural } from './words.ts';

interface DecisionProps {
  readonly plan: Plan | undefined;
  readonly warned: readonly Warned[];
  readonly faults: number;
  readonly checking: boolean;
  readonly ads: readonly object[];
  readonly onLaunched: () => void;
  /** What was planned is no longer what would happen. */
  readonly onChanged: () => void;
}

const repeatsIn = (plan: Plan): number => plan.warnings.filter(({ code }) => code === 'already_launched').length;

/** The plan and its button. What spends at once, or exists already, is asked about before it is sent. */
export function Decision({ plan, warned, faults, checking, ads, onLaunched, onChanged }: DecisionProps) {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Plan>();
  const [name, setName] = useState('');
  // Pressed while the rows were being checked, as the click that leaves a cell is: asked about when that is done.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || checking) return;
    setWanted(false);
    if (plan !== undefined && faults === 0) setAsked(plan);
    else say('Nothing was launched: the rows still have something to correct.', 'bad');
  }, [wanted, checking]);
  // One for each visit: a second click launches nothing twice, a second visit may launch the same again.
  const visit = useRef({ key: newKey(), name: `Dashboard ${localTime(new Date())}` });
  const launch = async (agreed: Plan): Promise<void> => {
    setAsked(undefined);
    setBusy(true);
    const body = {
      ...{ ads, useDefaults: true, planDigest: agreed.digest, name: name.trim() || visit.current.name },
      again: repeatsIn(agreed) > 0,
    };
    const accepted = await attempt(
      // A sheet says what it likes; the service checks it.
      () => client.launch(body as InputOf<'launch'>, { idempotencyKey: `${visit.current.key}-${agreed.digest.slice(0, 24)}` }),
      (problem) => tellRefused(problem, onChanged),
    );
    setBusy(false);
    if (accepted === undefined) return;
    onLaunched();
    go(`batches/${accepted.adBatchId}`);
  };
  const needsAnswer = (of: Plan): boolean => of.launchStatus !== 'PAUSED' || repeatsIn(of) > 0;
  return (
    <>
      <PlanCard
        plan={plan}
        ads={ads}
        warned={warned}
        faults={faults}
        checking={checking}
        busy={busy || wanted}
        onLaunch={() => {
          if (checking || plan === undefined) setWanted(true);
          else if (needsAnswer(plan)) setAsked(plan);
          else void launch(plan);
        }}
      >
        <Field label="Name of the batch">
          <input
            value={name}
            maxLength={200}
            dir="auto"
            placeholder={visit.current.name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
      </PlanCard>
      <Dialog
        title={`Launch ${plural(asked?.totalAds ?? 0, 'ad')}?`}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        {asked && <Questions plan={asked} />}
        <div class="dialog-actions">
          <Button onClick={() => setAsked(undefined)}>Look again</Button>
          <Button kind="primary" icon="launch" onClick={() => asked && void launch(asked)}>
            {asked && repeatsIn(asked) > 0 ? 'Launch them again' : 'Launch'}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** What a person should have read before it is sent. */
function Questions({ plan }: { readonly plan: Plan }) {
  const repeats = plan.warnings.filter(({ code }) => code === 'already_launched');
  const { starts } = spendingRemarks(plan);
  return (
    <>
      {plan.launchStatus !== 'PAUSED' && (
        <div class="note warn">
          <p>
            {plan.launchStatus === 'ACTIVE' ? 'These ads deliver' : 'Some of these ads deliver'} as soon as the platform has
            approved them.{' '}
            {starts.length === 0 ? 'Their ad sets deliver already, so no further budget starts.' : 'This starts to spend:'}
          </p>
          {starts.length > 0 && (
            <ul>
              {starts.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {repeats.length > 0 && (
        <div class="note bad" role="alert">
          <p>{plural(repeats.length, 'ad')} of these exist already. Launching makes a second one of each.</p>
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

/** A plan that is no longer true is made anew; everything else is told. */
function tellRefused(problem: ApiError, onChanged: () => void): void {
  const codes = problem.details.map(({ code }) => code);
  if (!codes.includes('plan_differs') && !codes.includes('already_launched')) {
    say(problem.details[0]?.message ?? problem.message, 'bad');
    return;
  }
  say('Nothing was launched: something changed meanwhile. This is the plan as it is now.', 'bad');
  onChanged();
}

/** `2026-11-15 17:19`, as the clock of the reader shows it. */
function localTime(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
