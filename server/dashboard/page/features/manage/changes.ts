import { useCallback, useState } from 'preact/hooks';
import { isOn } from '../../../../../core/accounts/states.ts';
import { figure, plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import { sayChange, type Told, type WayBack } from '../../parts/undo.tsx';
import { accountKey, type Entities, type Entity } from './data.ts';
import {
  budgetKind,
  budgetSteps,
  type Copying,
  copySteps,
  type Outcome,
  renameStep,
  type Status,
  type Step,
  statusSteps,
} from './steps.ts';
import { budgetOf } from './view.ts';

export interface Proposal {
  readonly title: string;
  readonly verb: string;
  readonly lines: readonly string[];
  readonly steps: readonly Step[];
  /** Says why another person cannot approve it: its steps alone are not all of it. */
  readonly notApprovable?: string | undefined;
  /** Tells the outcome, with its way back. */
  finish(outcomes: readonly Outcome[]): void;
}

export type Changes = ReturnType<typeof useAdChanges>;

const called = (rows: readonly Entity[]): string =>
  rows.length === 1 ? (rows[0]?.name ?? '') : plural(rows.length, 'row');
const done = (all: readonly Outcome[]): readonly Outcome[] =>
  all.filter(({ now }) => now !== undefined);
const rowsNow = (all: readonly Outcome[]): readonly Entity[] =>
  all.map(({ row, now }) => now ?? row);
const LINES = 8;

const toTold = ({ row: { id, name }, now, text, isUnknown = false }: Outcome): Told => ({
  id,
  name,
  isDone: now !== undefined,
  isUnknown,
  text,
});

/** Each request once, with the objects that it changed or made. */
function waysOf(
  made: readonly Outcome[],
  objectsOf: (each: Outcome) => WayBack['objects'],
): readonly WayBack[] {
  const ways = new Map<string, WayBack['objects'][number][]>();
  const add = (each: Outcome, id: string | undefined) =>
    id !== undefined && ways.set(id, [...(ways.get(id) ?? []), ...objectsOf(each)]);
  // A campaign goes when all that was copied into it is gone.
  for (const each of made) add(each, each.undoIds?.[0]);
  for (const each of made) for (const id of each.undoIds?.slice(1) ?? []) add(each, id);
  return [...ways].map(([updateId, objects]) => ({ updateId, objects }));
}

/** With what a change can have changed as it was. */
const asBefore = (
  row: Entity,
  { name, status, effectiveStatus, dailyBudget, lifetimeBudget }: Entity,
): Entity => ({
  ...row,
  name,
  status,
  effectiveStatus,
  ...(dailyBudget !== undefined && { dailyBudget }),
  ...(lifetimeBudget !== undefined && { lifetimeBudget }),
});

/** Changes of rows, each with a way back. One that may spend more is a question first. */
export function useAdChanges({ change, reload }: Entities) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<readonly Told[]>([]);
  const [asked, setAsked] = useState<Proposal>();

  const run = useCallback(
    async (steps: readonly Step[]) => {
      const keys = steps.flatMap(({ rows }) => rows.map(({ key }) => key));
      setBusy((now) => new Set([...now, ...keys]));
      const all: Outcome[] = [];
      for (const each of steps) all.push(...(await each.run()));
      const now = new Map(rowsNow(done(all)).map((row) => [row.key, row]));
      change([...now.keys()], (row) => now.get(row.key) ?? row);
      setBusy((before) => new Set([...before].filter((key) => !keys.includes(key))));
      setOutcomes(all.length > 1 && done(all).length < all.length ? all.map(toTold) : []);
      const [first] = all;
      if (first !== undefined && first.now === undefined && all.length === 1)
        say(`${first.row.name}: ${first.text}`, 'bad');
      return all;
    },
    [change],
  );

  /** Tells what was done, with its way back. */
  const finishWith = (words: (rows: readonly Entity[]) => string) => (all: readonly Outcome[]) => {
    const made = done(all);
    if (made.length === 0) return;
    const former = new Map(made.map(({ row }) => [row.id, row]));
    sayChange({
      text: words([...former.values()]),
      ways: waysOf(made, ({ row }) => [row]),
      onUndone: (told) => {
        const back = told.flatMap(({ id, isDone }) => (isDone ? (former.get(id) ?? []) : []));
        change(
          back.map(({ key }) => key),
          (row) => asBefore(row, former.get(row.id) ?? row),
        );
        // What was changed since is not what the table shows.
        if (told.some(({ isDone }) => !isDone)) reload();
      },
    });
  };
  const send = async (steps: readonly Step[], finish: (all: readonly Outcome[]) => void) =>
    finish(await run(steps));

  const setStatus = (rows: readonly Entity[], status: Status): void => {
    const wanted = rows.filter((row) => isOn(row) !== (status === 'ACTIVE'));
    const steps = statusSteps(wanted, status);
    const finish = finishWith(
      (made) => `${called(made)} ${status === 'PAUSED' ? 'paused' : 'switched on'}.`,
    );
    if (wanted.length === 0)
      say(
        `Nothing to change: ${called(rows)} ${rows.length === 1 ? 'is' : 'are'} so already.`,
        'calm',
      );
    else if (status === 'PAUSED') void send(steps, finish);
    else {
      const lines = wanted.slice(0, LINES).map(({ name }) => name);
      setAsked({ title: `Switch on ${called(wanted)}?`, verb: 'Switch on', steps, lines, finish });
    }
  };

  const setBudget = (rows: readonly Entity[], amountOf: (row: Entity) => number): void => {
    const wanted = rows.filter(
      (row) => budgetKind(row) !== undefined && amountOf(row) !== budgetOf(row),
    );
    const steps = budgetSteps(wanted, amountOf);
    const isRise = wanted.some((row) => amountOf(row) > (budgetOf(row) ?? 0));
    const finish = finishWith((made) => `The budget of ${called(made)} is changed.`);
    if (wanted.length === 0)
      say('Nothing to change: no row has a budget of its own that would differ.', 'calm');
    else if (!isRise && wanted.length === 1) void send(steps, finish);
    else {
      const lines = wanted
        .slice(0, LINES)
        .map((row) => `${row.name}: ${budgetWords(row, amountOf(row))}`);
      setAsked({
        title: `Change the budget of ${called(wanted)}?`,
        verb: 'Change',
        steps,
        lines,
        finish,
      });
    }
  };

  const rename = async (row: Entity, name: string): Promise<boolean> => {
    const all = await run([renameStep(row, name)]);
    finishWith(() => `${row.name} is now called ${name}.`)(all);
    return done(all).length > 0;
  };

  const duplicate = (rows: readonly Entity[], copying: Copying): void => {
    const { copies, status, newCampaign, intoName } = copying;
    setAsked({
      title: `Copy ${called(rows)}?`,
      verb: 'Copy',
      steps: copySteps(rows, copying),
      notApprovable:
        newCampaign === undefined ? undefined : 'Make the campaign first, then copy into it.',
      lines: [
        `${plural(copies, 'copy', 'copies')} of ${rows.length === 1 ? 'it' : 'each'}, ${status === 'PAUSED' ? 'paused' : 'switched on at once'}.`,
        ...(intoName === undefined ? [] : [`Into ${intoName}.`]),
        ...(newCampaign === undefined
          ? []
          : [
              `Into a new campaign, ${newCampaign}, set as ${rows[0]?.parent?.name}. It starts paused.`,
            ]),
        ...rows.slice(0, LINES).map(({ name }) => name),
      ],
      finish: (all) => {
        const made = done(all);
        const [first] = made;
        if (first === undefined) {
          const ways = waysOf(all, ({ made: ids = [] }) =>
            ids.map((id) => ({ id, name: newCampaign ?? id })),
          );
          const what = all.some(({ isUnknown }) => isUnknown)
            ? 'Whether anything was copied into it is not known.'
            : 'Nothing was copied into it.';
          if (ways.length > 0)
            sayChange({
              text: `The campaign ${newCampaign} was made and is paused. ${what}`,
              isBad: true,
              ways,
              onUndone: reload,
            });
          return;
        }
        const { level, account } = first.row;
        const ids = made.flatMap(({ made: copiesMade = [] }) => copiesMade);
        const at = `#/ads?level=${level}&accounts=${encodeURIComponent(accountKey(account))}&search=${ids[0]}`;
        sayChange({
          text: `${called(made.map(({ row }) => row))} copied.`,
          ...(ids.length > 0 && {
            link: { href: at, text: ids.length === 1 ? 'Show the copy' : 'Show the first copy' },
          }),
          ways: waysOf(
            made,
            (each) => each.made?.map((id) => ({ id, name: `Copy of ${each.row.name}` })) ?? [],
          ),
          onUndone: reload,
        });
        reload();
      },
    });
  };

  return {
    busy,
    outcomes,
    asked,
    setStatus,
    setBudget,
    rename,
    duplicate,
    clearOutcomes: () => setOutcomes([]),
    withdraw: () => setAsked(undefined),
    carryOut: (proposal: Proposal) => {
      setAsked(undefined);
      return send(proposal.steps, proposal.finish);
    },
  };
}

/** `50.00 € → 80.00 € a day (+60 %)`. */
function budgetWords(row: Entity, amount: number): string {
  const before = budgetOf(row) ?? 0;
  const { currency } = row.account;
  const percent =
    before === 0
      ? ''
      : ` (${amount > before ? '+' : ''}${Math.round((amount / before - 1) * 100)} %)`;
  const unit = budgetKind(row) === 'dailyBudget' ? ' a day' : ' in all';
  return `${figure(before, 'money', currency)} → ${figure(amount, 'money', currency)}${unit}${percent}`;
}
