import { afterAll, beforeAll } from 'vitest';
import {
  columnOf,
  type Playground,
  type Server,
  startPlayground,
  startServer,
  table,
} from './addon-fixture.ts';
import {
  ACCOUNT,
  adNames,
  fillRows,
  goodRow,
  makeAdSets,
  type RowContent,
  SHEET,
  untilSettled,
} from './launch-rows.ts';

export interface Plan {
  readonly planId: string;
  readonly totalAds: number;
  readonly launchStatus: string;
  readonly accounts: readonly { readonly name: string; readonly ads: number }[];
  readonly warnings: readonly string[];
}

export interface Summary {
  readonly counts: { readonly [turn: string]: number };
  readonly faults: readonly { readonly cell: string; readonly text: string }[];
  readonly failed: number;
}

/**
 * One server and one playground for a file of tests, and what people do with a launch sheet on
 * them.
 */
export function useLaunchFixture() {
  let server: Server;
  let playground: Playground;
  const fixture = {
    common: {} as RowContent,
    adSets: [] as string[],
    server: () => server,
    playground: () => playground,

    /** A fresh file with a launch sheet of its own. */
    async freshSheet(
      template = 'single',
      rows: readonly RowContent[] = [],
      sheet = SHEET,
    ): Promise<void> {
      await playground.reset();
      await playground.control('set', { newSheetRows: 15 });
      await playground.call('connect', server.adminKey);
      await playground.call('createLaunchSheet', template, ACCOUNT);
      await fillRows(playground, sheet, fixture.common, rows);
    },
    rowsOf: async (sheet = SHEET) => table(await playground.look(sheet)),
    statuses: async (sheet = SHEET) =>
      (await fixture.rowsOf(sheet)).map((row) => row['Launch status']),

    /** Plans, launches and waits, as a user with an open sidebar does. */
    async launch(scope: 'ready' | 'failed' = 'ready'): Promise<Plan> {
      const plan = await playground.call<Plan>('planLaunch', scope);
      await playground.call('startLaunch', plan.planId, scope);
      await untilSettled(playground);
      return plan;
    },

    /** Names of the ads in the sandbox that begin so. */
    named: async (start: string) =>
      (await adNames(server)).filter((name) => name.startsWith(start)).sort(),

    async type(row: number, header: string, text: string | boolean): Promise<void> {
      const column = columnOf(await playground.look(SHEET), header);
      await playground.hands({ do: 'type', sheet: SHEET, row, column, text });
      await playground.run('onEdit', [], { mode: 'LIMITED', event: { sheet: SHEET, row, column } });
    },
  };
  beforeAll(async () => {
    server = await startServer();
    playground = await startPlayground(server.url);
    fixture.common = await goodRow(server);
    fixture.adSets = await makeAdSets(server, 150);
  });
  afterAll(async () => {
    await playground?.stop();
    await server?.stop();
  });
  return fixture;
}
