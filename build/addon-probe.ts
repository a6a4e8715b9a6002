import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answers } from '../sheets-addon/probe/main.ts';
import { byHand, questions } from '../sheets-addon/probe/questions.ts';
import { bundleScript } from './addon-bundle.ts';

/**
 * `npm run addon:probe`: builds a script that asks Google's services what the add-on takes for
 * granted, and says how to run it. `npm run addon:probe -- --record answers.json` keeps what it
 * answered: from then on the fakes are held to it.
 */

const FOLDER = 'dist/addon-probe';
const RECORDED = 'sheets-addon/probe/recorded.json';

const SCOPES = ['spreadsheets.currentonly', 'script.scriptapp', 'script.external_request'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

export async function buildProbe(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'Code.js'),
    await bundleScript({ entry: 'sheets-addon/probe/main.ts' }),
  );
  const manifest = {
    timeZone: 'Etc/UTC',
    exceptionLogging: 'STACKDRIVER',
    runtimeVersion: 'V8',
    oauthScopes: SCOPES,
  };
  await writeFile(join(folder, 'appsscript.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Questions that were answered otherwise than assumed, in words. */
export function differences(answers: Answers): string[] {
  return questions.flatMap(({ name, assumed, otherwise }) => {
    const found = answers[name];
    if (found === undefined) return [`${name}: not answered`];
    if ('error' in found) return [`${name}: ${found.error} Then ${otherwise}.`];
    if (assumed === undefined || JSON.stringify(found.answer) === JSON.stringify(assumed))
      return [];
    return [
      `${name}: ${JSON.stringify(found.answer)} instead of ${JSON.stringify(assumed)}. Then ${otherwise}.`,
    ];
  });
}

const STEPS = `
1. Open an empty spreadsheet, Extensions > Apps Script. Replace what is in Code.gs by ${FOLDER}/Code.js, and the
   manifest (Project settings > Show appsscript.json) by ${FOLDER}/appsscript.json.
2. Choose runProbe and Run. Google asks for your permission: for this spreadsheet, for triggers, and for a request to an address that does not exist.
3. Copy cell A1 of the sheet "Slipway probe" into a file, answers.json, and run
   npm run addon:probe -- --record answers.json

By hand, with the add-on in a spreadsheet:
${byHand.map(({ step, assumed, otherwise }) => `- ${step}\n  Expected: ${assumed} Otherwise: ${otherwise}.`).join('\n')}
`;

/** Undefined where a file is not there, is no JSON, or answers none of the questions. */
export async function answersIn(file: string): Promise<Answers | undefined> {
  try {
    const answers = JSON.parse(await readFile(file, 'utf8')) as Answers;
    return questions.some(({ name }) => answers[name] !== undefined) ? answers : undefined;
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--record');
  if (at < 0) {
    await buildProbe(FOLDER);
    console.log(`${FOLDER}/Code.js asks ${questions.length} questions.\n${STEPS}`);
    return;
  }
  const file = process.argv[at + 1] ?? '';
  const answers = await answersIn(file);
  if (answers === undefined) {
    console.error(
      `${file || 'Nothing'} holds no answers of the probe: give the file with cell A1 of the sheet "Slipway probe".`,
    );
    process.exitCode = 1;
    return;
  }
  const found = differences(answers);
  await writeFile(RECORDED, `${JSON.stringify(answers, null, 2)}\n`);
  console.log(found.length === 0 ? 'Everything is as assumed.' : found.join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();
