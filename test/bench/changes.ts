import { run } from './child.ts';
import { type Figure, figure } from './figure.ts';

const ROWS = 10_000;
const CHANGES = 1_000;
/** Of resident memory, with the simulated platform in the same process. */
const MOST_KB = 30;

interface Told {
  readonly calls: number;
  readonly requests: number;
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Ten thousand ads brought in as rows, and a thousand of them renamed: calls, requests, seconds,
 * memory.
 */
export async function changesBench(): Promise<readonly Figure[]> {
  const { said, end } = await run('test/bench/many-changes.ts', [String(ROWS), String(CHANGES)]);
  end();
  const { rows, brought, planned, posted } = said as unknown as Record<
    'brought' | 'planned' | 'posted',
    Told
  > & {
    readonly rows: number;
  };
  const of = (
    name: string,
    { requests, calls, seconds, megabytes }: Told,
    count: number,
    atMost: number,
  ) =>
    figure(
      {
        name: `changes-${name}`,
        value: requests,
        unit: `requests, ${calls} calls, ${seconds} s, ${megabytes} MB`,
        anchor: 'one for each row',
        anchorValue: count,
      },
      { on: 'ratio', atMost },
    );
  return [
    of('brought', brought, rows, 0.03),
    of('planned', planned, CHANGES, 0.03),
    // Each is looked at in the moment in which it is sent.
    of('posted', posted, CHANGES, 2.1),
    figure(
      {
        name: 'changes-memory',
        value: Math.round((brought.megabytes * 1024) / rows),
        unit: 'KB for each row that is brought in',
        anchor: 'KB allowed',
        anchorValue: MOST_KB,
      },
      { on: 'ratio', atMost: 1 },
    ),
  ];
}
