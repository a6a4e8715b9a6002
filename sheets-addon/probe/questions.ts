import type { Sheet } from '../base/app.ts';

declare const URL: unknown;
declare const TextEncoder: unknown;

/** One thing the add-on takes for granted of Google's services, and how to ask for it. */
interface Question {
  readonly name: string;
  /**
   * What the fakes answer, and the add-on is built on. `undefined` where it is built for either
   * answer.
   */
  readonly assumed: unknown;
  /** What happens if it is otherwise. */
  readonly otherwise: string;
  /** Asked on a sheet of its own, which is empty. Answers are plain data. */
  ask(sheet: Sheet): unknown;
}

const failed = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

const marksOf = (sheet: Sheet, key: string) =>
  sheet.createDeveloperMetadataFinder().withKey(key).find();
const mark = (sheet: Sheet, range: string, key: string): void => {
  sheet
    .getRange(range)
    .addDeveloperMetadata(key, 'x', SpreadsheetApp.DeveloperMetadataVisibility.DOCUMENT);
};
const formatAt = (sheet: Sheet, row: number): unknown =>
  sheet.getRange(row, 1, 1, 1).getNumberFormats()[0]?.[0];
const bytes = (count: number): string => Array.from({ length: count + 1 }).join('x');

const NO_REPORT = 'no report can be made';
const IDS = 'ids would be rounded';

export const questions: readonly Question[] = [
  {
    name: 'metadata on a whole row',
    assumed: 1,
    otherwise: NO_REPORT,
    ask(sheet) {
      mark(sheet, '4:4', 'row');
      return marksOf(sheet, 'row').length;
    },
  },
  {
    name: 'metadata on a whole column',
    assumed: 1,
    otherwise: NO_REPORT,
    ask(sheet) {
      mark(sheet, 'C:C', 'column');
      return marksOf(sheet, 'column').length;
    },
  },
  {
    name: 'metadata on a range as wide as the sheet is refused',
    assumed: undefined,
    otherwise: 'nothing: whole rows are asked for as such',
    ask: (sheet) =>
      failed(() =>
        sheet.getRange(4, 1, 1, sheet.getMaxColumns()).addDeveloperMetadata('wide', 'x'),
      ),
  },
  {
    name: 'metadata moves with its row',
    assumed: 6,
    otherwise: 'a report below rows that are inserted is not found again',
    ask(sheet) {
      mark(sheet, '4:4', 'moves');
      sheet.insertRowsAfter(1, 2);
      return marksOf(sheet, 'moves')[0]?.getLocation().getRow()?.getRow() ?? null;
    },
  },
  {
    name: 'metadata of a sheet moves with its column',
    assumed: 4,
    otherwise: 'a report beside columns that are inserted is not found again',
    ask(sheet) {
      mark(sheet, 'C:C', 'shifts');
      sheet.insertColumnsAfter(1, 1);
      return marksOf(sheet, 'shifts')[0]?.getLocation().getColumn()?.getColumn() ?? null;
    },
  },
  {
    name: 'one of two equal metadata is removed',
    assumed: 1,
    otherwise: 'marks of a report are lost when it grows, and it must be made anew',
    ask(sheet) {
      mark(sheet, '4:4', 'twin');
      mark(sheet, '4:4', 'twin');
      marksOf(sheet, 'twin')[0]?.remove();
      return marksOf(sheet, 'twin').length;
    },
  },
  {
    name: 'whole rows are named so',
    assumed: ['5:7', 'B:C'],
    otherwise: 'a message names other cells',
    ask: (sheet) => ['5:7', 'B:C'].map((name) => sheet.getRange(name).getA1Notation()),
  },
  {
    name: 'plain text keeps a formula as text',
    assumed: ['=1+1', ''],
    otherwise: 'names that begin with = would be computed',
    ask(sheet) {
      const cell = sheet.getRange(1, 1, 1, 1).setNumberFormat('@');
      cell.setValues([['=1+1']]);
      return [cell.getValues()[0]?.[0], cell.getFormulas()[0]?.[0]];
    },
  },
  {
    name: 'plain text keeps eighteen digits',
    assumed: '120330000000000003',
    otherwise: IDS,
    ask(sheet) {
      const cell = sheet.getRange(1, 1, 1, 1).setNumberFormat('@');
      cell.setValues([['120330000000000003']]);
      return cell.getDisplayValues()[0]?.[0];
    },
  },
  {
    name: 'a number of eighteen digits is rounded',
    assumed: 120330000000000000,
    otherwise: 'a cell is told as rounded that is not',
    ask(sheet) {
      sheet.getRange(1, 1).setValue('120330000000000003');
      return sheet.getRange(1, 1).getValue();
    },
  },
  {
    name: 'a date is midnight in the zone of the spreadsheet',
    assumed: true,
    otherwise: 'formulas west of UTC ask for the day before',
    ask(sheet) {
      sheet.getRange(1, 1).setValue('2026-11-15');
      const date = sheet.getRange(1, 1).getValue() as Date;
      const zone = SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();
      const hour = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hour: 'numeric',
        hour12: false,
      }).format(date);
      return Number(hour) % 24 === 0;
    },
  },
  {
    name: 'a box counts as used, and is false',
    assumed: [50, false],
    otherwise: 'nothing: boxes are put in as rows are used',
    ask(sheet) {
      sheet.getRange(50, 1).insertCheckboxes();
      return [sheet.getLastRow(), sheet.getRange(50, 1).getValue()];
    },
  },
  {
    name: 'a box that is put into a ticked cell stays ticked',
    assumed: false,
    otherwise: 'nothing: only empty cells get boxes that way',
    ask(sheet) {
      sheet.getRange(1, 1).setValue(true);
      sheet.getRange(1, 1).insertCheckboxes();
      return sheet.getRange(1, 1).getValue();
    },
  },
  {
    name: 'an inserted row has the format of the one above',
    assumed: undefined,
    otherwise: 'nothing: a check gives it its formats',
    ask(sheet) {
      sheet.getRange(1, 1, 5, 1).setNumberFormat('@');
      sheet.insertRowsAfter(3, 1);
      return formatAt(sheet, 4);
    },
  },
  {
    name: 'a row below the last has the format of the last',
    assumed: undefined,
    otherwise: 'nothing: a check gives it its formats',
    ask(sheet) {
      const last = sheet.getMaxRows();
      sheet.getRange(1, 1, last, 1).setNumberFormat('@');
      sheet.insertRowsAfter(last, 1);
      return formatAt(sheet, last + 1);
    },
  },
  {
    name: 'a colour rule takes semicolons',
    assumed: 1,
    otherwise: 'faulty cells are told in words and are not red',
    ask(sheet) {
      const rule = SpreadsheetApp.newConditionalFormatRule()
        .setRanges([sheet.getRange(1, 1, 2, 2)])
        .whenFormulaSatisfied('=ISNUMBER(FIND("|"&A$1&"|";$B2))')
        .setBackground('#fad2cf')
        .build();
      sheet.setConditionalFormatRules([rule]);
      return sheet.getConditionalFormatRules().length;
    },
  },
  {
    name: 'a protection that only warns lets a script write',
    assumed: 'through',
    otherwise: 'no status can be written',
    ask(sheet) {
      sheet.getRange(1, 1, 2, 2).protect().setWarningOnly(true);
      sheet.getRange(1, 1).setValue('through');
      return sheet.getRange(1, 1).getValue();
    },
  },
  {
    name: 'what is written is read at once',
    assumed: 'now',
    otherwise: 'row keys are given twice and corrected with the next check',
    ask(sheet) {
      sheet.getRange(1, 1).setValue('now');
      return sheet.getRange(1, 1).getValue();
    },
  },
  {
    name: 'a formula in relative notation is filled down',
    assumed: [4, 8],
    otherwise: 'formulas beside a report are not continued',
    ask(sheet) {
      sheet.getRange(1, 1, 2, 1).setValues([[2], [4]]);
      sheet.getRange(1, 2, 2, 1).setFormulasR1C1([['=R[0]C[-1]*2'], ['=R[0]C[-1]*2']]);
      return sheet.getRange(1, 2, 2, 1).getValues().flat();
    },
  },
  {
    name: 'a new sheet comes to the front',
    assumed: true,
    otherwise: 'nothing: the former one is put in front again',
    ask(sheet) {
      return (
        SpreadsheetApp.getActiveSpreadsheet().getActiveSheet().getSheetId() === sheet.getSheetId()
      );
    },
  },
  {
    name: 'a blank sheet has no filter',
    assumed: true,
    otherwise: 'a plan warns of a filter that is not there',
    ask: (sheet) => sheet.getFilter() === null,
  },
  {
    name: 'a property takes 9 KB and no more',
    assumed: [false, true],
    otherwise: 'the list of accounts for formulas is cut',
    ask() {
      const store = PropertiesService.getUserProperties();
      const answer = [9_000, 10_000].map((count) =>
        failed(() => store.setProperty('probe', bytes(count))),
      );
      store.deleteProperty('probe');
      return answer;
    },
  },
  {
    name: 'the cache takes 100 KB and no more',
    assumed: [false, true],
    otherwise: 'accounts and figures are asked for more often',
    ask: () =>
      [100_000, 110_000].map((count) =>
        failed(() => CacheService.getUserCache().put('probe', bytes(count), 10)),
      ),
  },
  {
    name: 'the caches of user and document are two',
    assumed: null,
    otherwise: 'accounts of one person could be read by another',
    ask() {
      CacheService.getUserCache().put('probe-own', '1', 10);
      return CacheService.getDocumentCache()?.get('probe-own') ?? null;
    },
  },
  {
    name: 'a trigger of this file is seen from this file',
    assumed: 1,
    otherwise: 'schedules are made twice, or taken away from another file',
    ask() {
      const before = ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet()).length;
      const made = ScriptApp.newTrigger('runProbe').timeBased().everyHours(1).create();
      const after = ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet()).length;
      ScriptApp.deleteTrigger(made);
      return after - before;
    },
  },
  {
    name: 'the lock of a document can be taken twice in one execution',
    assumed: false,
    otherwise: 'a check waits for itself and says that Slipway is busy',
    ask() {
      const lock = LockService.getDocumentLock();
      const refused = failed(() => {
        lock.waitLock(1000);
        lock.waitLock(1000);
      });
      lock.releaseLock();
      return refused;
    },
  },
  {
    name: 'texts beyond 50,000 characters are refused',
    assumed: true,
    otherwise: 'a large launch is kept cut off, and said to be broken',
    ask: (sheet) => failed(() => sheet.getRange(1, 1).setValue(bytes(50_001))),
  },
  {
    name: 'a range beyond the sheet is refused',
    assumed: true,
    otherwise: 'nothing: rows are added first',
    ask: (sheet) => failed(() => sheet.getRange(sheet.getMaxRows() + 1, 1).setValue(1)),
  },
  {
    name: 'notes are read as they were written',
    assumed: 'Slipway: fix this',
    otherwise: 'a red cell keeps its note after it was fixed',
    ask(sheet) {
      sheet.getRange(1, 1).setNotes([['Slipway: fix this']]);
      return sheet.getRange(1, 1).getNotes()[0]?.[0];
    },
  },
  {
    name: 'a fraction is shown as per cent',
    assumed: '2.55%',
    otherwise: 'rates in reports look wrong',
    ask(sheet) {
      sheet.getRange(1, 1).setNumberFormat('0.00%').setValue(0.0255);
      return sheet.getRange(1, 1).getDisplayValues()[0]?.[0];
    },
  },
  {
    name: 'a cell that is ticked keeps its tick under a rule for boxes',
    assumed: true,
    otherwise: 'a check unticks rows that were pasted ticked',
    ask(sheet) {
      const cell = sheet.getRange(1, 1);
      cell.setValue(true);
      cell.setDataValidation(SpreadsheetApp.newDataValidation().requireCheckbox().build());
      return cell.getValue();
    },
  },
  {
    name: 'a cell that nobody formatted has this format',
    assumed: '0.###############',
    otherwise: 'nothing: only plain text is looked for',
    ask: (sheet) => formatAt(sheet, 1),
  },
  {
    name: 'a selection has as many rows as were selected',
    assumed: 3,
    otherwise: 'Choose ad sets fills in one row',
    ask(sheet) {
      sheet.getRange(2, 1, 3, 1).activate();
      return SpreadsheetApp.getActiveSpreadsheet().getActiveRange()?.getNumRows();
    },
  },
  {
    name: 'what typed texts are shown as',
    assumed: undefined,
    otherwise: 'nothing: a check remarks what is no text any more',
    ask(sheet) {
      const typed = ['00123', '1/2', '1-2', '4:5', '1e5', '$5'];
      sheet.getRange(1, 1, typed.length, 1).setValues(typed.map((text) => [text]));
      return sheet.getRange(1, 1, typed.length, 1).getDisplayValues();
    },
  },
  {
    name: 'which younger builtins and globals there are',
    assumed: undefined,
    otherwise: 'nothing: the script does without',
    ask: () => [
      ...['matchAll', 'replaceAll', 'at'].filter((name) => name in String.prototype),
      ...['flat', 'at', 'findLast', 'toSorted'].filter((name) => name in Array.prototype),
      ...(typeof URL === 'undefined' ? [] : ['URL']),
      ...(typeof TextEncoder === 'undefined' ? [] : ['TextEncoder']),
    ],
  },
  {
    name: 'what a request that cannot be delivered says, in the language of the user',
    assumed: undefined,
    otherwise: 'nothing: only what names the address counts as trouble on the way',
    ask() {
      try {
        UrlFetchApp.fetchAll([
          { url: 'https://does-not-exist.invalid/', muteHttpExceptions: true },
        ]);
        return 'answered';
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  },
];

/** What no script can ask: a person tries it. */
export const byHand: readonly {
  readonly step: string;
  readonly assumed: string;
  readonly otherwise: string;
}[] = [
  {
    step: 'Untick “Connect to an external service” when Google asks for permissions, and open the sidebar.',
    assumed: 'The sidebar says that a permission is missing and links to where it is given.',
    otherwise: 'what needs the permission says that Google refused it',
  },
  {
    step: 'Save a report that refreshes every hour with the published add-on, and close the file.',
    assumed: 'It is refreshed: a clock trigger of an add-on finds the spreadsheet and its lock.',
    otherwise: 'the report is refreshed when its sidebar is opened',
  },
  {
    step: 'Rename a header of a launch sheet, insert a column before it, and check the rows.',
    assumed: 'The column is read as before.',
    otherwise: 'the check says that the column is not read',
  },
  {
    step: 'Launch a row, then press Ctrl+Z until its status is gone, and check the rows.',
    assumed: 'The row says again that it is launched.',
    otherwise: 'the service refuses it; it stays unlaunched and says why',
  },
  {
    step: 'Paste two rows over marked ones.',
    assumed: 'onEdit runs once, with a range of two rows.',
    otherwise: 'the marks go with the next check',
  },
  {
    step: 'File > Make a copy, and open the sidebar in the copy.',
    assumed: 'The rows say Not clear; no key, no schedule came along.',
    otherwise: 'the copy has another id all the same, so nothing of the original is touched',
  },
  {
    step: 'Type =SLIPWAY_SPEND(…) as an editor who has no key.',
    assumed: 'It answers with the key of the owner, for allowed accounts.',
    otherwise: 'it says: Connect Slipway first',
  },
  {
    step: 'Save a scheduled report in two files with the published add-on.',
    assumed: 'Both are refreshed, each by a trigger of its own.',
    otherwise: 'one of them is refreshed when its sidebar is opened',
  },
  {
    step: 'Open a file in which the published add-on is not enabled yet, with a Google account in German.',
    assumed: 'The menu is in German: the locale may be read before anything else is allowed.',
    otherwise: 'the menu is in English until the add-on is opened once',
  },
  {
    step: 'Sort rows while a check runs.',
    assumed: 'Every status stands in its own row afterwards.',
    otherwise: 'the next check puts it right; launches are told by keys',
  },
  {
    step: 'Put a smart chip of an image in Google Drive into a media cell, and check the rows (built with --drive).',
    assumed: 'The row is right: the rich text of the cell has the link of the file.',
    otherwise: 'the cell is told as no address; the link of the file does',
  },
];
