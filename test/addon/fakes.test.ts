import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Outcome, type Playground, startPlayground } from './addon-fixture.ts';

/**
 * The fakes must be at least as strict as Google's services, else the tests on them prove nothing.
 */

let playground: Playground;
beforeAll(async () => {
  playground = await startPlayground('http://127.0.0.1:9', { entry: 'test/addon/probe-script.ts' });
});
afterAll(() => playground?.stop());
beforeEach(async () => {
  await playground.reset();
});

const SHEET = 'const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Sheet1");';
const run = (source: string, options: object = {}): Promise<Outcome> =>
  playground.run('probe', [`${SHEET} ${source}`], options);
const value = async (source: string): Promise<unknown> => {
  const outcome = await run(source);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
};

describe('what is written', () => {
  test('is parsed as if it were typed, unless the cell is plain text', async () => {
    const typed = [
      '120330000000000003',
      '007',
      '2026-11-15',
      '=1+1',
      'TRUE',
      "'quoted",
      '50%',
      '1/2',
      'text',
    ];
    const write = (format: string): string => `
      const range = sheet.getRange(1, 1, 1, ${typed.length});
      range.setNumberFormat(${JSON.stringify(format)}).setValues([${JSON.stringify(typed)}]);
      return range.getValues()[0].map((value) => (value instanceof Date ? value.toISOString() : value));`;
    expect(await value(write('General'))).toEqual([
      120330000000000000,
      7,
      '2026-11-14T23:00:00.000Z',
      2,
      true,
      'quoted',
      0.5,
      '2026-01-01T23:00:00.000Z',
      'text',
    ]);
    expect(await value(write('@'))).toEqual(typed);
    await run('sheet.getRange("B2").setValue("120330000000000003");');
    expect((await playground.look('Sheet1')).cells[1]?.[1]?.shown).toBe('1.20330E+17');
  });

  test('must fit: the rectangle, the sheet, the cell', async () => {
    expect((await run('sheet.getRange(1, 1, 2, 2).setValues([[1, 2]]);')).error).toContain(
      'does not match the range',
    );
    expect((await run('sheet.getRange(1, 1, 1, 2).setValues([[1]]);')).error).toContain(
      'does not match the range',
    );
    expect((await run('sheet.getRange(1001, 1).setValue(1);')).error).toContain('out of bounds');
    expect((await run('sheet.getRange(1, 1).setValue("x".repeat(50001));')).error).toContain(
      '50000 characters',
    );
    expect(
      (await run('sheet.getRange(1, 1, 1, 2).addDeveloperMetadata("a", "b");')).error,
    ).toContain('arbitrary ranges');
    expect(
      (await run('PropertiesService.getUserProperties().setProperty("a", "x".repeat(9217));'))
        .error,
    ).toContain('too large');
    expect(
      (await run('CacheService.getDocumentCache().put("a", "x".repeat(102401));')).error,
    ).toContain('too large');
    expect(
      (await run('UrlFetchApp.fetchAll([{ url: "https://a/" + "x".repeat(2100) }]);')).error,
    ).toContain('URL Length');
  });
});

describe('an execution', () => {
  test('that uses what is not faked fails loudly, at any depth', async () => {
    for (const [source, name] of [
      ['sheet.getRange(1, 1).setTextRotation(45);', 'Range.setTextRotation'],
      ['SpreadsheetApp.openById("x");', 'SpreadsheetApp.openById'],
      ['Utilities.newBlob("x").getDataAsString();', 'Blob.getDataAsString'],
      ['ScriptApp.getProjectKey();', 'ScriptApp.getProjectKey'],
    ])
      expect((await run(source ?? '')).error).toBe(`NOT FAKED: ${name}`);
    expect((await run('return fetch("https://a");')).error).toContain('fetch is not defined');
    expect((await run('return setTimeout(() => {}, 1);')).error).toContain(
      'setTimeout is not defined',
    );
    expect((await run('return Object.hasOwn({}, "a");')).error).toContain('is not a function');
  });

  test('may do what its authorisation allows, and nothing more', async () => {
    const allowed = async (source: string): Promise<string[]> => {
      const modes = ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'];
      const outcomes = await Promise.all(
        modes.map((mode) => playground.run('probe', [source], { mode })),
      );
      return modes.filter((_, i) => outcomes[i]?.ok);
    };
    const spreadsheet = 'SpreadsheetApp.getActiveSpreadsheet()';
    expect(await allowed('SpreadsheetApp.getUi().createAddonMenu().addToUi();')).toEqual([
      'NONE',
      'LIMITED',
      'FULL',
    ]);
    expect(await allowed(`${spreadsheet}.getName();`)).toEqual([
      'LIMITED',
      'CUSTOM_FUNCTION',
      'FULL',
    ]);
    expect(await allowed(`${spreadsheet}.toast("x");`)).toEqual(['LIMITED', 'FULL']);
    expect(await allowed('PropertiesService.getUserProperties().getProperty("x");')).toEqual([
      'LIMITED',
      'CUSTOM_FUNCTION',
      'FULL',
    ]);
    expect(await allowed('HtmlService.createHtmlOutputFromFile("x");')).toEqual(['FULL']);
    const sidebar =
      'SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile("x"));';
    expect(await playground.run('probe', [sidebar], { interactive: false })).toMatchObject({
      ok: false,
    });
  });

  test('is killed after six minutes, or thirty seconds in a cell, and can do nothing afterwards', async () => {
    const stubborn =
      'try { Utilities.sleep(200000); Utilities.sleep(200000); } catch (error) { sheet.getRange(1, 1).setValue("still here"); }';
    expect(await run(stubborn)).toMatchObject({
      ok: false,
      error: 'Exceeded maximum execution time',
    });
    expect((await playground.look('Sheet1')).cells.flat().map(({ shown }) => shown)).not.toContain(
      'still here',
    );
    expect(await run('Utilities.sleep(31000);', { mode: 'CUSTOM_FUNCTION' })).toMatchObject({
      ok: false,
    });
    expect(await run('Utilities.sleep(31000);')).toMatchObject({ ok: true });
  });

  test('loses what it has not flushed when it is killed', async () => {
    await playground.control('disturb', { killAtCall: 5 });
    await run(
      'sheet.getRange(1, 1).setValue("kept"); SpreadsheetApp.flush(); sheet.getRange(2, 1).setValue("lost"); sheet.getName();',
    );
    expect((await playground.look('Sheet1')).cells.flat().map(({ shown }) => shown)).toContain(
      'kept',
    );
    expect((await playground.look('Sheet1')).cells.flat().map(({ shown }) => shown)).not.toContain(
      'lost',
    );
  });

  test('hands over plain data or nothing', async () => {
    expect((await run('return new Date();')).error).toContain('cannot pass to the sidebar');
    expect((await run('return { a: () => 1 };')).error).toContain('cannot pass to the sidebar');
    expect((await run('return Promise.resolve(1);')).error).toContain('cannot pass to the sidebar');
    expect((await run('return { a: [1, "b", null, true] };')).value).toEqual({
      a: [1, 'b', null, true],
    });
  });

  test('may begin in the middle of another, which has the lock until it ends', async () => {
    const lock = 'return LockService.getDocumentLock().tryLock(2000);';
    const inside = { name: 'probe', args: [lock] };
    await playground.control('disturb', {
      edits: [
        { beforeCall: 1, calls: [inside] },
        { beforeCall: 4, calls: [inside] },
      ],
    });
    expect(
      await value(
        `${lock.replace('return', 'const mine =')} sheet.getName(); sheet.getName(); return mine;`,
      ),
    ).toBe(true);
    const [before, within] = await playground.control<Outcome[]>('takeOverlapped');
    expect([before?.value, within?.value]).toEqual([true, false]);
    expect(await value(lock)).toBe(true);
  });

  test('is refused beside thirty others, and a trigger after ninety minutes a day', async () => {
    await playground.control('set', { elsewhere: 29 });
    await playground.control('disturb', {
      edits: [{ beforeCall: 1, calls: [{ name: 'probe', args: ['return 1;'] }] }],
    });
    expect(await run('return sheet.getName();')).toMatchObject({ ok: true, value: 'Sheet1' });
    expect(await playground.control('takeOverlapped')).toMatchObject([
      { ok: false, error: expect.stringContaining('too many') },
    ]);
    await playground.control('set', { elsewhere: 0, left: { triggerMs: 1000 }, userLocale: 'de' });
    const trigger = (source: string) => run(source, { interactive: false });
    expect(await trigger('Utilities.sleep(2000);')).toMatchObject({ ok: true });
    expect(await trigger('return 1;')).toMatchObject({
      ok: false,
      error: expect.stringContaining('zu viel Rechenzeit'),
    });
    expect(await run('return 1;')).toMatchObject({ ok: true });
  });

  test('fetches from the addresses that its manifest names', async () => {
    const fetched = (url: string) =>
      run(`UrlFetchApp.fetchAll([{ url: ${JSON.stringify(url)} }]);`);
    expect((await fetched('https://elsewhere.example/')).error).toContain(
      'not in urlFetchWhitelist',
    );
    expect((await fetched('http://127.0.0.1:9/')).error).toContain('unavailable');
  });

  test('remembers nothing of the one before it', async () => {
    await run('globalThis.remembered = 1; slipway_.remembered = 1;');
    expect(await value('return typeof slipway_.remembered;')).toBe('undefined');
  });
});

describe('rows and columns', () => {
  test('carry their metadata with them, and formulas follow', async () => {
    await run(`
      sheet.getRange("3:3").addDeveloperMetadata("mark", "row");
      sheet.getRange("B:B").addDeveloperMetadata("mark", "column");
      sheet.getRange("A3:C3").setValues([[5, "", "=A3*2"]]);`);
    await playground.hands(
      { do: 'insertRows', sheet: 'Sheet1', before: 2, count: 2 },
      { do: 'insertColumns', sheet: 'Sheet1', before: 2, count: 1 },
    );
    const places = `return sheet.createDeveloperMetadataFinder().withKey("mark").find().map((mark) => {
      const [row, column] = [mark.getLocation().getRow(), mark.getLocation().getColumn()];
      return [mark.getValue(), row === null ? null : row.getRow(), column === null ? null : column.getColumn()];
    });`;
    expect(await value(places)).toEqual([
      ['row', 5, null],
      ['column', null, 3],
    ]);
    expect((await playground.look('Sheet1')).cells[4]?.[3]).toMatchObject({
      formula: '=A5*2',
      shown: '10',
    });
    await playground.hands({ do: 'deleteColumns', sheet: 'Sheet1', first: 1, count: 1 });
    expect((await playground.look('Sheet1')).cells[4]?.[2]?.formula).toBe('=#REF!*2');
  });

  test('are named as such when they were asked for as such, and only then carry metadata', async () => {
    expect(
      await value(
        'return ["5:7", "B:C", "B2:C3"].map((name) => sheet.getRange(name).getA1Notation());',
      ),
    ).toEqual(['5:7', 'B:C', 'B2:C3']);
    const bounded =
      'sheet.getRange(4, 1, 1, sheet.getMaxColumns()).addDeveloperMetadata("a", "b");';
    expect((await run(bounded)).error).toContain('arbitrary ranges');
    await run(
      'for (let i = 0; i < 2; i++) sheet.getRange("4:4").addDeveloperMetadata("twin", "same");',
    );
    await run('sheet.createDeveloperMetadataFinder().withKey("twin").find()[0].remove();');
    expect(
      await value('return sheet.createDeveloperMetadataFinder().withKey("twin").find().length;'),
    ).toBe(1);
  });

  test('that others protected refuse a script, which passes a warning', async () => {
    await run(
      'sheet.getRange("A1").protect().setWarningOnly(true); sheet.getRange("A1").setValue(1);',
    );
    await playground.hands({
      do: 'protect',
      sheet: 'Sheet1',
      row: 2,
      column: 1,
      rows: 2,
      columns: 2,
    });
    expect((await run('sheet.getRange("B1:B2").setValues([[1], [2]]);')).error).toContain(
      'protected cell',
    );
    expect(await run('sheet.getRange("C2").setValue(1);')).toMatchObject({ ok: true });
  });

  test('cost more the more of them are read and written', async () => {
    const before = (await run('return 1;')).now;
    const cells = (
      await run(
        'sheet.getRange(1, 1, 1000, 26).setValues(Array.from({ length: 1000 }, () => Array(26).fill(1)));',
      )
    ).now;
    const one = (await run('sheet.getRange(1, 1).setValue(1);')).now;
    expect(cells - before).toBeGreaterThan(20 * (one - cells));
  });

  test('of add-ons have one trigger, and no faster than every hour', async () => {
    await playground.control('set', { installed: 'add-on' });
    const create = (how: string): Promise<Outcome> =>
      run(`ScriptApp.newTrigger("x").timeBased().${how}.create();`);
    expect((await create('everyMinutes(10)')).error).toContain('at least one hour');
    expect(await create('everyHours(1)')).toMatchObject({ ok: true });
    expect((await create('everyHours(2)')).error).toContain('too many');
  });

  test('see the triggers of their own file, while all of them count', async () => {
    await playground.control('set', { otherTriggers: 19 });
    const create = 'ScriptApp.newTrigger("x").timeBased().everyHours(1).create();';
    expect(await run(create)).toMatchObject({ ok: true });
    expect((await run(create)).error).toContain('too many triggers');
    expect(
      await value(
        'return ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet()).length;',
      ),
    ).toBe(1);
    await playground.control('set', { mayMakeTriggers: false });
    expect((await run(create)).error).toContain('permission');
  });
});
