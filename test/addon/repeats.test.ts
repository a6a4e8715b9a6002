import { beforeAll, describe, expect, test } from 'vitest';
import type { SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import { type RunningService, startService } from './sheet-ways.ts';

describe('an ad that another file has launched already', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  const fileWith = (...rows: (readonly (string | boolean)[])[]): SpreadsheetFile => {
    const file = service.open();
    file.do({ do: 'paste', sheet: file.sheet, row: 2, column: 1, rows });
    return file;
  };
  const statuses = (file: SpreadsheetFile): string[] => {
    const [headers = [], ...rows] = file.cells();
    return rows.flatMap((cells) => cells[headers.indexOf('Launch status')] || []);
  };
  async function start(file: SpreadsheetFile, planId: string): Promise<void> {
    await file.start(planId);
    await service.runBatches();
    await file.follow();
  }
  const adsNamed = async (name: string): Promise<number> =>
    [...(await service.ads()).values()].filter((each) => each === `${name}-v0`).length;

  test('is told by the plan, and launched a second time by whoever launches that plan', async () => {
    const [same, other] = [service.rowOf('same'), service.rowOf('other')];
    const first = fileWith(same);
    const { repeats, planId } = await first.planned();
    expect(repeats).toBe(0);
    await start(first, planId);

    const second = fileWith(other, same);
    const plan = await second.planned();
    expect(plan.repeats).toBe(1);
    expect(plan.warnings.join()).toMatch(
      /^Row 3: The same ad was launched into ad set \d+ already/,
    );
    await start(second, plan.planId);
    expect(statuses(second)).toEqual(['Launched, paused', 'Launched, paused']);
    expect(await adsNamed('same')).toBe(2);
    // The rows have their ads now: nothing is left to launch.
    await expect(second.planned()).rejects.toThrow('All ticked rows are launched already');
  });

  test('is not launched by a plan that did not tell of it, and its cell says why', async () => {
    const row = service.rowOf('since');
    const [first, second] = [fileWith(row), fileWith(row)];
    const late = await second.plan();
    await start(first, await first.plan());
    await expect(second.start(late)).rejects.toThrow(
      'Nothing was launched: one cell needs fixing.',
    );
    expect(statuses(second)).toEqual(['Needs fixing']);
    await service.runBatches();
    expect(await adsNamed('since')).toBe(1);

    const plan = await second.planned();
    expect(plan.repeats).toBe(1);
    await start(second, plan.planId);
    expect(await adsNamed('since')).toBe(2);
  });
});
