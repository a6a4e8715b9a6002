import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { wholeOf } from '../../base/outcomes.ts';
import type { Named } from '../../gate/preview.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Step } from './records.ts';
import type { StepResult } from './schema.ts';

type Objects = StepResult['objects'];

/** Kept of one step; the counts tell of all. */
const MOST_OBJECTS = 300;

/** What became of the objects of a step, with the names that they had when it was planned. */
export async function answeredStep(
  ports: ServicePorts,
  companyId: string,
  operation: Operation,
  {
    step,
    answer,
    about,
  }: { readonly step: Step; readonly answer: object; readonly about: readonly Named[] },
): Promise<StepResult> {
  const parts = await partsOf(ports, companyId, operation, step, answer);
  const objects =
    parts === undefined
      ? planned(about, { outcome: 'done' })
      : parts.map((part) => ({ ...known(about, part.id), ...part }));
  return {
    operation: step.operation,
    ...told(objects),
    answer: answer as { [name: string]: unknown },
  };
}

/** Of an answer; undefined where an answer means that all is done. */
export async function partsOf(
  ports: ServicePorts,
  companyId: string,
  operation: Operation,
  step: Step,
  answer: object,
): Promise<readonly Part[] | undefined> {
  try {
    return await operation.parts?.of(ports, companyId, answer, step.input);
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'not_found') throw error;
    return [{ outcome: 'unknown', reason: `It can no longer be looked up. ${error.message}` }];
  }
}

export function refusedStep(
  step: Step,
  { code, message, details }: SlipwayError,
  about: readonly Named[],
  outcome: 'refused' | 'unknown',
): StepResult {
  const error = { code, message, details: details.map((fault) => ({ ...fault })) };
  const reason =
    outcome === 'unknown' ? `${message} An earlier attempt may have done it.` : message;
  return { operation: step.operation, ...told(planned(about, { outcome, reason })), error };
}

export const stepNotBegun = ({ operation }: Step, about: readonly Named[]): StepResult => ({
  operation,
  ...told(planned(about, { outcome: 'not_begun' })),
  status: 'not_attempted',
});

const planned = (about: readonly Named[], became: Objects[number]): Objects =>
  about.length === 0
    ? [became]
    : about.map(({ type, id, name, does }) => ({
        ...defined({ type, does }),
        id,
        name,
        ...became,
      }));

function known(about: readonly Named[], id: string | undefined) {
  const found = id === undefined ? undefined : about.find((each) => each.id === id);
  return found && { ...defined({ type: found.type, does: found.does }), name: found.name };
}

function told(
  all: readonly (Part | Objects[number])[],
): Pick<StepResult, 'status' | 'counts' | 'objects'> {
  const objects = all.map((part) => defined({ ...part })) as Objects;
  const counts: { -readonly [O in keyof StepResult['counts']]: number } = {};
  for (const { outcome } of objects) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const status = counts.running
    ? 'running'
    : wholeOf(objects.map(({ outcome }) => outcome === 'done'));
  const isShort = objects.length <= MOST_OBJECTS;
  const first = isShort
    ? objects
    : [...objects].sort((a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'));
  return { status, counts, objects: first.slice(0, MOST_OBJECTS) };
}

/** After another try: what was done stays, all else is as it became now. */
export function mergedStep(before: StepResult, now: StepResult): StepResult {
  const isSame = (one: Objects[number], other: Objects[number]) =>
    one.id !== undefined && one.id === other.id;
  const kept = before.objects.flatMap(
    (was) => now.objects.find((is) => isSame(was, is)) ?? (was.outcome === 'done' ? [was] : []),
  );
  const added = now.objects.filter((is) => !kept.includes(is));
  return { ...now, operation: before.operation, ...told([...kept, ...added]) };
}

/** Plans of earlier versions did not look into answers. */
export function shownResult(
  result: Omit<StepResult, 'counts' | 'objects'> & Partial<StepResult>,
): StepResult {
  const outcome = {
    done: 'done',
    partly: 'refused',
    failed: 'refused',
    running: 'running',
    not_attempted: 'not_begun',
  } as const;
  return { counts: { [outcome[result.status]]: 1 }, objects: [], ...result };
}
