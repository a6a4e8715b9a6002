import { useCallback, useState } from 'preact/hooks';
import { figure, plural } from '../../base/words.ts';
import { say } from '../../parts/dialogs.tsx';
import type { Entities, Entity } from './data.ts';
import { budgetKind, budgetSteps, copySteps, type Outcome, renameStep, type Status, type Step, statusSteps } from './steps.ts';
import { budgetOf, isOn } from './view.ts';

export interface Proposal {
  readonly title: string;
  readonly verb: string;
  readonly lines: readonly string[];
  readonly steps: readonly Step[];
  /** Tells the outcome, and how to take it back. */
  finish(outcomes: readonly Outcome[]): void;
}

export interface Undoable {
  readonly text: string;
  readonly undo?: () => void;
}

export interface Changes {
  readonly last: Undoable | undefined;
  readonly dismiss: () => void;
  readonly busy: ReadonlySet<string>;
  /** Of the last change of several rows. */
  readonly outcomes: readonly Outcome[];
  readonly clearOutcomes: () => void;
  readonly asked: Proposal | undefined;
  readonly withdraw: () => void;
  readonly carryOut: (proposal: Proposal) => Promise<void>;
  readonly setStatus: (rows: readonly Entity[], status: Status) => void;
  readonly setBudget: (rows: readonly Entity[], amountOf: (row: Entity) => number) => void;
  readonly rename: (row: Entity, name: string) => Promise<boolean>;
  readonly duplicate: (rows: readonly Entity[], copies: number, status: Status) => void;
}

const called = (rows: readonly Entity[]): string => (rows.length === 1 ? (rows[0]?.name ?? '') : plural(rows.length, 'row'));
const LINES = 8;

/** Changes of rows, each with a way back. One that may spend more is a question first. */
export function useAdChanges({ change, reload }: Entities): Changes {
  const [last, setLast] = useState<Undoable>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [asked, setAsked] = useState<Proposal>();

  const run = useCallback(
    async (steps: readonly Step[]): Promise<readonly Outcome[]> => {
      const keys = steps.flatMap(({ rows }) => rows.map(({ key }) => key));
      setBusy((now) => new Set([...now, ...keys]));
      const all: Outcome[] = [];
      for (const each of steps) all.push(...(await each.run()));
      const now = new Map(all.flatMap((each) => (each.now === undefined ? [] : [[each.now.key, each.now] as const])));
      change([...now.keys()], (row) => now.get(row.key) ?? row);
      setBusy((before) => new Set([...before].filter((key) => !keys.includes(key))));
      const refused = all.filter((each) => each.now === undefined);
      setOutcomes(all.length > 1 ? all : []);
      const [first] = refused;
      if (first !== undefined && all.length === 1) say(`${first.row.name}: ${first.text}`, 'bad');
      return all;
    },
    [change],
  );

  const changed = (all: readonly Outcome[]): readonly Outcome[] => all.filter(({ now }) => now !== undefined);

  const send = async (steps: readonly Step[], told: (all: readonly Outcome[]) => Undoable | undefined): Promise<void> => {
    const done = changed(await run(steps));
    setLast(done.length === 0 ? undefined : told(done));
  };

  const wordsOfStatus = (done: readonly Outcome[], status: Status): Undoable => ({
    text: `${called(done.map(({ row }) => row))} ${status === 'PAUSED' ? 'paused' : 'switched on'}.`,
    undo: () => {
      const moved = done.filter(({ row }) => isOn(row) !== (status === 'ACTIVE'));
      const back = status === 'PAUSED' ? 'ACTIVE' : 'PAUSED';
      void send(
        statusSteps(
          moved.map(({ row, now }) => now ?? row),
          back,
        ),
        () => undefined,
      );
    },
  });

  const setStatus = (rows: readonly Entity[], status: Status): void => {
    const wanted = rows.filter((row) => isOn(row) !== (status === 'ACTIVE'));
    const steps = statusSteps(wanted, status);
    if (wanted.length === 0) say(`Nothing to change: ${called(rows)} ${rows.length === 1 ? 'is' : 'are'} so already.`, 'calm');
    else if (status === 'PAUSED') void send(steps, (done) => wordsOfStatus(done, status));
    else
      setAsked({
        ...{ title: `Switch on ${called(wanted)}?`, verb: 'Switch on', steps },
        lines: wanted.slice(0, LINES).map(({ name }) => name),
        finish: (all) => setLast(changed(all).length === 0 ? undefined : wordsOfStatus(changed(all), status)),
      });
  };

  const wordsOfBudget = (done: readonly Outcome[]): Undoable => ({
    text: `The budget of ${called(done.map(({ row }) => row))} is changed.`,
    undo: () => {
      const before = new Map(done.map(({ row }) => [row.key, budgetOf(row) ?? 0]));
      const rows = done.map(({ row, now }) => now ?? row);
      void send(
        budgetSteps(rows, ({ key }) => before.get(key) ?? 0),
        () => undefined,
      );
    },
  });

  const setBudget = (rows: readonly Entity[], amountOf: (row: Entity) => number): void => {
    const wanted = rows.filter((row) => budgetKind(row) !== undefined && amountOf(row) !== budgetOf(row));
    const steps = budgetSteps(wanted, amountOf);
    const isRise = wanted.some((row) => amountOf(row) > (budgetOf(row) ?? 0));
    if (wanted.length === 0) say('Nothing to change: no row has a budget of its own that would differ.', 'calm');
    else if (!isRise && wanted.length === 1) void send(steps, wordsOfBudget);
    else
      setAsked({
        ...{ title: `Change the budget of ${called(wanted)}?`, verb: 'Change', steps },
        lines: wanted.slice(0, LINES).map((row) => `${row.name}: ${budgetWords(row, amountOf(row))}`),
        finish: (all) => setLast(changed(all).length === 0 ? undefined : wordsOfBudget(changed(all))),
      });
  };

  const rename = async (row: Entity, name: string): Promise<boolean> => {
    const [outcome] = await run([renameStep(row, name)]);
    const { now } = outcome ?? {};
    if (now === undefined) return false;
    setLast({
      text: `${row.name} is now called ${now.name}.`,
      undo: () => void send([renameStep(now, row.name)], () => undefined),
    });
    return true;
  };

  const duplicate = (rows: readonly Entity[], copies: number, status: Status): void =>
    setAsked({
      ...{ title: `Copy ${called(rows)}?`, verb: 'Copy', steps: copySteps(rows, copies, status) },
      lines: [
        `${plural(copies, 'copy', 'copies')} of ${rows.length === 1 ? 'it' : 'each'}, ${status === 'PAUSED' ? 'paused' : 'switched on at once'}.`,
        ...rows.slice(0, LINES).map(({ name }) => name),
      ],
      finish: (all) => {
        if (changed(all).length === 0) return;
        setLast({ text: `${called(changed(all).map(({ row }) => row))} copied.` });
        reload();
      },
    });

  return {
    ...{ last, busy, outcomes, asked, setStatus, setBudget, rename, duplicate },
    dismiss: () => setLast(undefined),
    clearOutcomes: () => setOutcomes([]),
    withdraw: () => setAsked(undefined),
    carryOut: async (proposal) => {
      setAsked(undefined);
      proposal.finish(await run(proposal.steps));
    },
  };
}

/** `50.00 € → 80.00 € a day (+60 %)`. */
export function budgetWords(row: Entity, amount: number): string {
  const before = budgetOf(row) ?? 0;
  const { currency } = row.account;
  const percent = before === 0 ? '' : ` (${amount > before ? '+' : ''}${Math.round((amount / before - 1) * 100)} %)`;
  const unit = budgetKind(row) === 'dailyBudget' ? ' a day' : ' in all';
  return `${figure(before, 'money', currency)} → ${figure(amount, 'money', currency)}${unit}${percent}`;
}
