import type { Caller } from '../../access/caller.ts';
import { findAccounts } from '../../accounts/find-account.ts';
import { breaks } from '../../base/refusal.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { refuseExceeded } from '../../gate/gate.ts';
import type { Looked, Named } from '../../gate/preview.ts';
import type { PlannedCopies } from '../../gate/schema.ts';
import { spendingRemarks } from '../../gate/words.ts';
import { plannedMedia } from '../../media/kept-media.ts';
import { portsFor, refuseWithoutRight } from '../../operations/carry-out.ts';
import { previewOperation, SPEND_UNKNOWN } from '../../operations/check-operation.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import type { Preview, Step } from './records.ts';
import { keptLooks } from './seen.ts';

export interface PreviewedStep extends Preview {
  readonly step: Step;
  /** The digest of what it was judged by; empty where nothing was looked at. */
  readonly world: string;
  /** A guard is exceeded that a second key lifts. */
  readonly needsSecondKey: boolean;
  readonly title: string;
  readonly objects: readonly Named[];
  readonly seen: readonly Looked[];
}

/**
 * Checks a step as the operation would before it sends anything. Throws what the operation would
 * throw, `guard_exceeded` included.
 */
export async function previewStep(
  ports: ServicePorts,
  caller: Caller,
  {
    operation,
    step,
    path,
  }: { readonly operation: Operation; readonly step: Step; readonly path: string },
): Promise<PreviewedStep> {
  if (operation.approval === 'impossible') throw notPlanned(operation, path);
  refuseWithoutRight(caller, operation, 'plan');
  const seen = portsFor(ports, caller, operation);
  const view =
    step.media === undefined
      ? seen
      : { ...seen, media: plannedMedia(ports, caller.companyId, step.media) };
  const preview = await previewOperation(view, caller, operation, step.input);
  const { guards, moneyAtStake, startsDelivering, isKnown, lines = [] } = preview;
  refuseExceeded(guards.filter(({ approvable }) => approvable !== true));
  const input = preview.input ?? step.input;
  const adAccountIds = preview.adAccountIds ?? accountsIn(input, moneyAtStake);
  const what = preview.summary ?? `${operation.summary}: ${inShort(input)}`;
  const summary = await sentence(ports, caller.companyId, {
    ...preview,
    summary: what,
    adAccountIds,
  });
  return {
    step: { ...step, input },
    world:
      preview.world === undefined
        ? ''
        : await ports.secrets.sha256(canonicalJson(preview.world as object)),
    needsSecondKey: guards.some(({ approvable }) => approvable === true),
    summary: [summary, ...lines, ...inCopies(preview.copies), ...(isKnown ? [] : [SPEND_UNKNOWN])],
    adAccountIds,
    title: what,
    objects: preview.objects ?? [],
    seen: await keptLooks(ports.secrets, (await preview.look?.()) ?? []),
    guards,
    moneyAtStake,
    startsDelivering,
  };
}

/**
 * What it does, what it can cost and for how long, to what, and where. Amounts come before names,
 * which others may have written.
 */
async function sentence(
  ports: ServicePorts,
  companyId: string,
  {
    summary,
    objects = [],
    adAccountIds,
    ...costs
  }: Checked & { readonly summary: string; readonly adAccountIds: readonly string[] },
): Promise<string> {
  const parts = [summary, ...costWords(costs), ...(objects.length === 0 ? [] : [inNames(objects)])];
  const where = await Promise.all(
    adAccountIds.slice(0, MOST_ACCOUNTS).map((id) => accountWords(ports, companyId, id)),
  );
  const more = adAccountIds.length - where.length;
  const all = [...where, ...(more > 0 ? [`${more} more`] : [])];
  return [...parts, ...(all.length === 0 ? [] : [`in ${all.join(', ')}`])].join('; ');
}

type Checked = Awaited<ReturnType<typeof previewOperation>>;

const MOST_ACCOUNTS = 3;

/** `at stake: 80 EUR a day, in 1001, with no end set`. */
function costWords({
  moneyAtStake,
  startsDelivering,
  isKnown,
  until,
}: Omit<Checked, 'guards'>): readonly string[] {
  if (!isKnown) return [];
  const { starts } = spendingRemarks({ moneyAtStake });
  if (starts.length === 0) return [startsDelivering ? 'it starts to deliver' : 'no money at stake'];
  const end =
    until === undefined
      ? 'as long as it delivers'
      : until === null
        ? 'with no end set'
        : `until ${new Date(until).toISOString()}`;
  return [`at stake: ${starts.join('; ')}, ${end}`];
}

async function accountWords(ports: ServicePorts, companyId: string, id: string): Promise<string> {
  const [found] = await findAccounts(ports, companyId, id);
  return found === undefined ? inWords(id) : `${inWords(id)} ${quoted(found.name)}`;
}

function inCopies(copies: PlannedCopies | undefined): readonly string[] {
  if (copies === undefined) return [];
  const { copies: count, ads, delivering } = copies;
  const of = `${count} ${count === 1 ? 'copy' : 'copies'} with ${ads} ${ads === 1 ? 'ad' : 'ads'}`;
  return [`${of}, ${delivering === 0 ? 'none' : delivering} of which would deliver`];
}

function notPlanned({ name }: Operation, path: string) {
  const message = `${name} deals with keys, credentials or approvals: a person does it in the dashboard or with a key of their own.`;
  return breaks(path, 'not_plannable', message);
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
  const members = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const ordered = [
    ...members.filter(([, value]) => isScalar(value)),
    ...members.filter(([, value]) => !isScalar(value)),
  ];
  return told(
    ordered.map(([name, value]) => `${isWord(name) ? name : quoted(name, 40)} ${inWords(value)}`),
  );
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
      ({ type, id, name, now, then }) =>
        `${type === undefined ? '' : `${type === 'adset' ? 'ad set' : type} `}${inWords(id)} ${quoted(name)}${states(now, then)}`,
    ),
  );

/** Before and after: ` (now on, then paused)`. */
function states(now: string | undefined, then: string | undefined): string {
  const words = [
    ...(now === undefined ? [] : [`now ${inWords(now)}`]),
    ...(then === undefined ? [] : [`then ${then}`]),
  ];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

const told = (parts: readonly string[]) =>
  parts.length <= MOST_TOLD
    ? parts.join(', ')
    : `${parts.slice(0, MOST_TOLD).join(', ')} and ${parts.length - MOST_TOLD} more`;
