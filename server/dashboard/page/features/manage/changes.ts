import { useCallback, useState } from 'preact/hooks';
import { isOn } from '../../../../../core/accounts/states.ts';
import { figure, plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
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
  /** Tells the outcome, and how to take it back. */
  finish(outcomes: readonly Outcome[]): void;
}

interface Undoable {
  readonly text: string;
  readonly undo?: () => void;
  readonly link?: { readonly href: string; readonly text: string };
}

export type Changes = ReturnType<typeof useAdChanges>;

const called = (rows: readonly Entity[]): string => (rows.length === 1 ? (rows[0]?.name ?? '') : plural(rows.length, 'row'));
const done = (all: readonly Outcome[]): readonly Outcome[] => all.filter(({ now }) => now !== undefined);
const rowsNow = (all: readonly Outcome[]): readonly Entity[] => all.map(({ row, now }) => now ?? row);
const LINES = 8;

/** Changes of rows, each with a way back. One that may spend more is a question first. */
export function useAdChanges({ change, reload }: Entities) {
  const [last, setLast] = useState<Undoable>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
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
      setOutcomes(all.length > 1 && done(all).length < all.length ? all : []);
      const [first] = all;
      if (first !== undefined && first.now === undefined && all.length === 1) say(`${first.row.name}: ${first.text}`, 'bad');
      return all;
    },
    [change],
  );

  /** Offers the way back of what was done. */
  const finishWith = (words: (made: readonly Outcome[]) => Undoable) => (all: readonly Outcome[]) =>
    setLast(done(all).length === 0 ? undefined : words(done(all)));
  const send = async (steps: readonly Step[], finish: (all: readonly Outcome[]) => void) => finish(await run(steps));
  /** Takes a change back; that itself has no way back. */
  const undo = (steps: readonly Step[]) => send(steps, () => setLast(undefined));

  const setStatus = (rows: readonly Entity[], status: Status): void => {
    const wanted = rows.filter((row) => isOn(row) !== (status === 'ACTIVE'));
    const steps = statusSteps(wanted, status);
    const finish = finishWith((made) => ({
      text: `${called(made.map(({ row }) => row))} ${status === 'PAUSED' ? 'paused' : 'switched on'}.`,
      undo: () => {
        const moved = made.filter(({ row }) => isOn(row) !== (status === 'ACTIVE'));
        void undo(statusSteps(rowsNow(moved), status === 'PAUSED' ? 'ACTIVE' : 'PAUSED'));
      },
    }));
    if (wanted.length === 0) say(`Nothing to change: ${called(rows)} ${rows.length === 1 ? 'is' : 'are'} so already.`, 'calm');
    else if (status === 'PAUSED') void send(steps, finish);
    else {
      const lines = wanted.slice(0, LINES).map(({ name }) => name);
      setAsked({ title: `Switch on ${called(wanted)}?`, verb: 'Switch on', steps, lines, finish });
    }
  };

  const setBudget = (rows: readonly Entity[], amountOf: (row: Entity) => number): void => {
    const wanted = rows.filter((row) => budgetKind(row) !== undefined && amountOf(row) !== budgetOf(row));
    const steps = budgetSteps(wanted, amountOf);
    const isRise = wanted.some((row) => amountOf(row) > (budgetOf(row) ?? 0));
    const finish = finishWith((made) => ({
      text: `The budget of ${called(made.map(({ row }) => row))} is changed.`,
      undo: () => {
        const before = new Map(made.map(({ row }) => [row.key, budgetOf(row) ?? 0]));
        void undo(budgetSteps(rowsNow(made), ({ key }) => before.get(key) ?? 0));
      },
    }));
    if (wanted.length === 0) say('Nothing to change: no row has a budget of its own that would differ.', 'calm');
    else if (!isRise && wanted.length === 1) void send(steps, finish);
    else {
      const lines = wanted.slice(0, LINES).map((row) => `${row.name}: ${budgetWords(row, amountOf(row))}`);
      setAsked({ title: `Change the budget of ${called(wanted)}?`, verb: 'Change', steps, lines, finish });
    }
  };

  const rename = async (row: Entity, name: string): Promise<boolean> => {
    const [outcome] = await run([renameStep(row, name)]);
    const { now } = outcome ?? {};
    if (now === undefined) return false;
    setLast({ text: `${row.name} is now called ${now.name}.`, undo: () => void undo([renameStep(now, row.name)]) });
    return true;
  };

  const duplicate = (rows: readonly Entity[], copying: Copying): void => {
    const { copies, status, newCampaign } = copying;
    setAsked({
      title: `Copy ${called(rows)}?`,
      verb: 'Copy',
      steps: copySteps(rows, copying),
      lines: [
        `${plural(copies, 'copy', 'copies')} of ${rows.length === 1 ? 'it' : 'each'}, ${status === 'PAUSED' ? 'paused' : 'switched on at once'}.`,
        ...(newCampaign === undefined ? [] : [`Into a new campaign, ${newCampaign}, which starts paused.`]),
        ...rows.slice(0, LINES).map(({ name }) => name),
      ],
      finish: (all) => {
        const made = done(all);
        const [first] = made;
        if (first === undefined) return;
        const { level, account } = first.row;
        const ids = made.flatMap(({ made: copiesMade = [] }) => copiesMade);
        const at = `#/ads?level=${level}&accounts=${encodeURIComponent(accountKey(account))}&search=${ids[0]}`;
        setLast({
          text: `${called(made.map(({ row }) => row))} copied.`,
          ...(ids.length > 0 && { link: { href: at, text: ids.length === 1 ? 'Show the copy' : 'Show the first copy' } }),
        });
        reload();
      },
    });
  };

  return {
    last,
    busy,
    outcomes,
    asked,
    setStatus,
    setBudget,
    rename,
    duplicate,
    dismiss: () => setLast(undefined),
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
  const percent = before === 0 ? '' : ` (${amount > before ? '+' : ''}${Math.round((amount / before - 1) * 100)} %)`;
  const unit = budgetKind(row) === 'dailyBudget' ? ' a day' : ' in all';
  return `${figure(before, 'money', currency)} → ${figure(amount, 'money', currency)}${unit}${percent}`;
}
