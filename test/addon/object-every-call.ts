import type { App } from '../../sheets-addon/base/app.ts';
import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import type { Gesture } from '../../sheets-addon/fakes/user.ts';
import { goOnBringingIn, startBringIn } from '../../sheets-addon/features/changes/bring-in.ts';
import { showChanges } from '../../sheets-addon/features/changes/plan.ts';
import { goOnPosting, startPost, startUndo } from '../../sheets-addon/features/changes/post.ts';
import { rowsOf } from './object-gestures.ts';
import { ACCOUNT, CAMPAIGN, type ObjectService } from './object-ways.ts';

/** One gesture of another person before each call that the script makes, one after the other. */

const SHEET = 'Ad sets';
const MOVES: readonly Gesture[] = [
  { do: 'shuffle', sheet: SHEET, seed: 7 },
  { do: 'insertRows', sheet: SHEET, before: 1, count: 1 },
  { do: 'insertRows', sheet: SHEET, before: 3, count: 2 },
  { do: 'sort', sheet: SHEET, column: 2 },
];

/** What is disturbed, and whether a name is then what the platform has. */
const WORKS = ['refresh', 'post', 'undo'] as const;

export async function tryEveryCall(
  service: ObjectService,
  step: number,
): Promise<{ problems: string[]; moves: number }> {
  const problems: string[] = [];
  let moves = 0;
  for (const what of WORKS)
    for (const [m, move] of MOVES.entries())
      for (let call = 1 + (m % step); ; call += step) {
        const file = service.open(90_000 + call + 1_000 * m);
        const isMoved = await moved(service, file, {
          what,
          move,
          call,
          word: `${what} ${m} ${call}`,
        });
        moves += Number(isMoved);
        for (const text of await wrong(service, file))
          problems.push(`${what}, ${move.do} before call ${call}: ${text}`);
        if (!isMoved) break;
      }
  return { problems, moves };
}

interface Way {
  readonly what: (typeof WORKS)[number];
  readonly move: Gesture;
  readonly call: number;
  readonly word: string;
}

async function moved(
  service: ObjectService,
  file: SpreadsheetFile,
  { what, move, call, word }: Way,
): Promise<boolean> {
  await service.pass();
  const bring = { account: ACCOUNT, levels: ['adset'] as const, campaignId: CAMPAIGN };
  await file.run((app) => startBringIn(app, bring));
  const ids = rowsOf(file, SHEET).map(({ id }) => id);
  let work: (app: App) => Promise<unknown> = (app) => startBringIn(app, bring);
  if (what === 'refresh')
    for (const id of ids.slice(0, 3)) await service.rename('adset', id, `${id} ${word}`);
  else {
    const column = (file.cellsOf(SHEET)[0]?.indexOf('Name') ?? 0) + 1;
    const rows = ids.slice(0, 3).map((id) => [`${id} ${word}`]);
    file.do({ do: 'paste', sheet: SHEET, row: 2, column, rows });
    const { planId } = await file.run(showChanges);
    work = (app) => startPost(app, planId, true);
    if (what === 'undo') {
      await file.run(work);
      work = (app) => startUndo(app, planId);
    }
  }
  let isMoved = false;
  const act = (): void => {
    isMoved = true;
    file.do(move);
  };
  await file.run(work, { beforeCall: call, act });
  await file.run<unknown>((app) => (what === 'refresh' ? goOnBringingIn(app) : goOnPosting(app)));
  return isMoved;
}

/** Every object has one row, which shows what the platform has. */
async function wrong(service: ObjectService, file: SpreadsheetFile): Promise<string[]> {
  const live = [...(await service.live())].filter(([id]) => id.slice(-6).startsWith('2'));
  const rows = rowsOf(file, SHEET);
  return [
    ...(rows.length === live.length ? [] : [`${rows.length} rows for ${live.length} ad sets`]),
    ...live.flatMap(([id, { name }]) => {
      const [row] = rows.filter((each) => each.id === id);
      if (row === undefined) return [`${id} has no row`];
      const isRight = row.cells.Name === name && row.was?.id === id && row.was.values.name === name;
      return isRight
        ? []
        : [
            `the row of ${id}, which is ${name}, shows ${row.cells.Name} and holds ${JSON.stringify(row.was)}`,
          ];
    }),
  ];
}
