import type { Caller } from '../../access/caller.ts';
import { refusal } from '../../base/refusal.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import type { Named } from '../../gate/preview.ts';
import type { PlannedCopies } from '../../gate/schema.ts';
import { plannedMedia } from '../../media/kept-media.ts';
import { portsFor, refuseWithoutRight } from '../../operations/carry-out.ts';
import { previewOperation, SPEND_UNKNOWN } from '../../operations/check-operation.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import type { Preview, Step } from './records.ts';

export interface PreviewedStep extends Preview {
  readonly step: Step;
  /** The digest of what it was judged by; empty where nothing was looked at. */
  readonly world: string;
  /** A guard is exceeded that a second key lifts. */
  readonly needsSecondKey: boolean;
}

/** Checks a step as the operation would before it sends anything. Throws what the operation would throw, `guard_exceeded` included. */
export async function previewStep(
  ports: ServicePorts,
  caller: Caller,
  { operation, step, path }: { readonly operation: Operation; readonly step: Step; readonly path: string },
): Promise<PreviewedStep> {
  if (operation.approval === 'impossible') throw notPlanned(operation, path);
  refuseWithoutRight(caller, operation, 'plan');
  const seen = portsFor(ports, caller, operation);
  const view = step.media === undefined ? seen : { ...seen, media: plannedMedia(ports, caller.companyId, step.media) };
  const preview = await previewOperation(view, caller, operation, step.input);
  const { guards, moneyAtStake, startsDelivering, isKnown, lines = [], objects = [] } = preview;
  refuseExceeded(guards.filter(({ approvable }) => approvable !== true));
  const input = preview.input ?? step.input;
  const what = preview.summary ?? `${operation.summary}: ${inShort(input)}`;
  const summary = objects.length === 0 ? what : `${what}; ${inNames(objects)}`;
  return {
    step: { ...step, input },
    world: preview.world === undefined ? '' : await ports.secrets.sha256(canonicalJson(preview.world as object)),
    needsSecondKey: guards.some(({ approvable }) => approvable === true),
    summary: [summary, ...lines, ...inCopies(preview.copies), ...(isKnown ? [] : [SPEND_UNKNOWN])],
    adAccountIds: preview.adAccountIds ?? accountsIn(input, moneyAtStake),
    guards,
    moneyAtStake,
    startsDelivering,
  };
}

function inCopies(copies: PlannedCopies | undefined): readonly string[] {
  if (copies === undefined) return [];
  const { copies: count, ads, delivering } = copies;
  const of = `${count} ${count === 1 ? 'copy' : 'copies'} with ${ads} ${ads === 1 ? 'ad' : 'ads'}`;
  return [`${of}, ${delivering === 0 ? 'none' : delivering} of which would deliver`];
}

function notPlanned({ name }: Operation, path: string) {
  const message = `${name} deals with keys, credentials or approvals: a person does it in the dashboard or with a key of their own.`;
  return refusal('unprocessable_entity', { path, code: 'not_plannable', message });
}

const ACCOUNT_FIELDS = ['accountId', 'businessId', 'adAccountId'];

const accountsIn = (input: Step['input'], money: Preview['moneyAtStake']): readonly string[] => [
  ...new Set([
    ...ACCOUNT_FIELDS.flatMap((field) => (typeof input[field] === 'string' ? [input[field]] : [])),
    ...money.map(({ adAccountId }) => adAccountId),
  ]),
];

const MOST_TOLD = 40;

/** An input in one line: amounts first, then texts, which others may have written. */
function inShort(input: Step['input']): string {
  const members = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const ordered = [...members.filter(([, value]) => isScalar(value)), ...members.filter(([, value]) => !isScalar(value))];
  return told(ordered.map(([name, value]) => `${isWord(name) ? name : quoted(name, 40)} ${inWords(value)}`));
}

/** A single word cannot look like a sentence of ours; all else is quoted. */
const inWords = (value: unknown) =>
  typeof value === 'string'
    ? isWord(value)
      ? value
      : quoted(value, 100)
    : isScalar(value)
      ? String(value)
      : quoted(JSON.stringify(value), 300);

const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
const isWord = (text: string) => /^[\w.:/+-]{1,100}$/.test(text);

const inNames = (objects: readonly Named[]) =>
  told(
    objects.map(
      ({ type, id, name, now }) =>
        `${type === undefined ? '' : `${type === 'adset' ? 'ad set' : type} `}${inWords(id)} ${quoted(name)}${now === undefined ? '' : ` (now ${inWords(now)})`}`,
    ),
  );

const told = (parts: readonly string[]) =>
  parts.length <= MOST_TOLD ? parts.join(', ') : `${parts.slice(0, MOST_TOLD).join(', ')} and ${parts.length - MOST_TOLD} more`;
