import { questions } from './questions.ts';

/** What the probe finds out: answers by question, or the error that came instead. */
export interface Answers {
  readonly [question: string]: { readonly answer: unknown } | { readonly error: string };
}

const RESULTS = 'Slipway probe';

/**
 * Asks every question on a sheet of its own, and writes the answers as JSON into A1 of the sheet
 * Slipway probe.
 */
export function runProbe(): Answers {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const answers: { [question: string]: { answer: unknown } | { error: string } } = {};
  questions.forEach(({ name, ask }, i) => {
    const sheet = spreadsheet.insertSheet(`probe ${i + 1}`);
    try {
      answers[name] = { answer: ask(sheet) ?? null };
    } catch (error) {
      answers[name] = { error: error instanceof Error ? error.message : String(error) };
    }
    spreadsheet.deleteSheet(sheet);
  });
  const results = spreadsheet.getSheetByName(RESULTS) ?? spreadsheet.insertSheet(RESULTS);
  results.getRange(1, 1).setNumberFormat('@').setValue(JSON.stringify(answers));
  return answers;
}
