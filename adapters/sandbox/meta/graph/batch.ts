import type { Damage } from '../../kit/faults.ts';
import type { Answer, Fired, Json } from '../../types.ts';
import { entryAnswer } from '../faults/library.ts';
import { type BatchEntry, entryCall, namesIn, readEntries, splitOnce } from './batch-entries.ts';
import { type Api, accountOf } from './calls.ts';
import type { Call } from './graph.ts';
import { GraphError } from './params.ts';
import { authenticate } from './tokens.ts';

interface Outcome {
  /** `null`: nothing in its place. */
  readonly answer: Answer | null;
  readonly damage?: Damage | undefined;
  readonly fired: Fired;
}

/** Up to 50; entries that others refer to come first. */
export async function runBatch(api: Api, call: Call): Promise<Answer> {
  authenticate(api.tokens, call);
  const entries = readEntries(call.params, 'batch');
  const withHeaders = String(call.params.include_headers ?? 'true') !== 'false';
  const names = new Map(
    entries.flatMap((entry, index) =>
      entry.name === undefined ? [] : [[entry.name, index] as const],
    ),
  );
  const referenced = new Set(
    entries.flatMap((entry) => namesIn(entry).filter((name) => names.has(name))),
  );
  const outcomes: (Outcome | undefined)[] = entries.map(() => undefined);
  const running = new Set<number>();
  // Its usage shows on the whole answer.
  let account: string | undefined;

  const answerOf = async (name: string): Promise<Outcome> => {
    const index = names.get(name);
    if (index === undefined) throw unresolved(name);
    return runEntry(index);
  };

  const runEntry = async (index: number): Promise<Outcome> => {
    const done = outcomes[index];
    if (done !== undefined) return done;
    const entry = entries[index];
    if (entry === undefined || running.has(index)) throw unresolved(entry?.name ?? '');
    running.add(index);
    const outcome = await carryOut(entry);
    outcomes[index] = outcome;
    return outcome;
  };

  const carryOut = async (entry: BatchEntry): Promise<Outcome> => {
    try {
      const answers = new Map<string, Json>();
      for (const name of namesIn(entry)) {
        const { answer } = await answerOf(name);
        if (answer === null || answer.status >= 400) throw unresolved(name);
        answers.set(name, answer.body);
      }
      const entered = entryCall(call, entry, answers);
      account = accountOf(api.world, entered) ?? account;
      const outcome = await api.run(entered);
      return { answer: entryAnswer(outcome), damage: outcome.answer.damage, fired: outcome.fired };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const [path] = splitOnce(entry.relativeUrl, '?');
      const fired = api.fire({
        method: entry.method.toUpperCase(),
        path: `/${path}`,
        account: undefined,
      });
      return { answer: fired.has('batch-dependent-null') ? null : failed(api, error), fired };
    }
  };

  for (let index = 0; index < entries.length; index++) await runEntry(index);
  const body = outcomes.map((outcome, index): Json => {
    const answer = outcome?.answer ?? null;
    const entry = entries[index];
    if (answer === null || entry === undefined) return null;
    const omitted =
      entry.name !== undefined &&
      referenced.has(entry.name) &&
      entry.omitOnSuccess &&
      answer.status < 400;
    if (omitted) return null;
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...answer.headers };
    return {
      code: answer.status,
      ...(withHeaders
        ? { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) }
        : {}),
      body: JSON.stringify(answer.body),
    };
  });
  // The first damage hits the whole answer.
  const damage =
    outcomes.find((outcome) => outcome?.damage !== undefined)?.damage ??
    slowness(entries, outcomes);
  const headers = { ...api.usage.headers(account, false), 'facebook-api-version': call.version };
  return { status: 200, body, headers, damage };
}

/** Meta advises against more than ten ads. */
function slowness(
  entries: readonly BatchEntry[],
  outcomes: readonly (Outcome | undefined)[],
): Damage | undefined {
  const ads = entries.filter(
    ({ method, relativeUrl }) => method.toUpperCase() === 'POST' && /\/ads(\?|$)/.test(relativeUrl),
  );
  const fault = outcomes
    .map((outcome) => outcome?.fired.get('batch-slow'))
    .find((options) => options !== undefined);
  return fault === undefined || ads.length <= 10
    ? undefined
    : { kind: 'slow', ms: Number(fault.ms ?? 20_000) };
}

const failed = (api: Api, error: GraphError) => ({
  status: 400,
  body: {
    error: {
      message: error.message,
      type: 'OAuthException',
      code: error.fault.code,
      fbtrace_id: api.trace(),
    },
  },
});

const unresolved = (name: string) =>
  new GraphError({
    code: 2,
    message: `(#2) Could not resolve the reference to the batch entry "${name}"`,
  });
