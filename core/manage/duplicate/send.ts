import type { CopyOutcome, StartOutcome } from '../../ports/platform-changes.ts';
import { type Run, record, requestOf } from './context.ts';
import { settleStep } from './decide.ts';
import type { Round } from './next.ts';
import type { How, Settled, StepKey } from './records.ts';
import { splitKey, stepOf } from './state.ts';

const LOOK_MS = 3_000;

/** One commit before anything leaves, one for the answers. */
export async function sendSteps(run: Run, steps: Round['send']): Promise<void> {
  await record(run, { sending: Object.fromEntries(steps.map(({ key, how }) => [key, how])) });
  const { access } = run.account;
  const { native } = run.can;
  const request = ({ key, how }: { readonly key: StepKey; readonly how: How }) => {
    const { copy, sourceId } = splitKey(key);
    return requestOf(run, copy, sourceId, how);
  };
  const rebuilt = steps.filter(({ how }) => how === 'rebuild');
  const started = steps.filter(({ how }) => how === 'start');
  const copied = steps.filter(({ how }) => how !== 'rebuild' && how !== 'start');
  const outcomes: readonly (readonly (CopyOutcome | StartOutcome)[])[] = await Promise.all([
    copied.length === 0 ? [] : (native?.copy?.(access, copied.map(request)) ?? []),
    started.length === 0 ? [] : (native?.start?.(access, started.map(request)) ?? []),
    Promise.all(rebuilt.map((step) => run.can.recreate(access, request(step)))),
  ]);
  await settleAll(run, [...copied, ...started, ...rebuilt], outcomes.flat());
}

/** Looks at copies in the background. One that goes on for too long counts as lost. */
export async function pollSteps(run: Run, keys: readonly StepKey[]): Promise<void> {
  const now = run.ports.clock.now();
  const steps = keys.map((key) => {
    const { copy, sourceId } = splitKey(key);
    return { key, step: stepOf(run.state, copy, sourceId), request: requestOf(run, copy, sourceId, 'start') };
  });
  const { native } = run.can;
  const started = steps.map(({ step, request }) => ({ session: step.session ?? '', request }));
  const outcomes = (await native?.poll?.(run.account.access, started)) ?? [];
  const running: { [key: StepKey]: Settled } = {};
  const ways: { [sourceId: string]: How } = {};
  const ended: { readonly key: StepKey; readonly outcome: CopyOutcome }[] = [];
  steps.forEach(({ key, step }, position) => {
    const outcome = outcomes[position] ?? { state: 'running' };
    if (outcome.state !== 'running') ended.push({ key, outcome });
    else if (now - step.sentAt < (native?.asyncMs ?? 0))
      running[key] = { to: 'started', session: step.session ?? '', notBefore: now + LOOK_MS };
    else {
      running[key] = { to: 'unknown', notBefore: now };
      ways[splitKey(key).sourceId] = 'copy';
    }
  });
  if (Object.keys(running).length > 0) await record(run, { outcomes: running, ways });
  if (ended.length > 0)
    await settleAll(
      run,
      ended,
      ended.map(({ outcome }) => outcome),
    );
}

async function settleAll(
  run: Run,
  steps: readonly { readonly key: StepKey }[],
  answers: readonly (CopyOutcome | StartOutcome)[],
): Promise<void> {
  const now = run.ports.clock.now();
  const settled = steps.map(({ key }, position) => {
    const { copy, sourceId } = splitKey(key);
    const answer = answers[position];
    if (answer === undefined) throw new Error('The platform answered fewer copies than it was asked for.');
    return settleStep(run.tree, { copy, sourceId, step: stepOf(run.state, copy, sourceId) }, answer, now);
  });
  await record(run, {
    outcomes: Object.assign({}, ...settled.map(({ outcomes }) => outcomes)),
    ways: Object.assign({}, ...settled.map(({ ways }) => ways ?? {})),
  });
}
