import { leadWords } from '../../core/features/leads/lead-sheet.ts';
import type { LeadRow } from '../../core/features/leads/schema.ts';
import type { Http, HttpRequest, HttpResult } from '../../core/ports/http.ts';
import { Problem } from '../../sheets-addon/base/problem.ts';
import { openFile, type SpreadsheetFile } from '../../sheets-addon/fakes/in-process.ts';
import type { Gesture } from '../../sheets-addon/fakes/user.ts';
import { fetchLeads, sendLeadStages } from '../../sheets-addon/features/leads/leads.ts';
import { createLeadTab } from '../../sheets-addon/features/leads/tab.ts';
import { dice } from './dice.ts';
import { hostOf } from './sheet-ways.ts';

/**
 * What people do to a tab of leads while the script fills, clears and sends it, at random and from
 * a seed; and what must hold: no row shows the answers of another person, nobody is erased whom the
 * service did not erase, everybody is whom it did, and what is sent is what stands in the row.
 */

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  isErased: boolean;
  /** Missing from the lists for a while, as after a restore of an older backup. */
  isMissing: boolean;
  told: readonly string[];
}

const ACCOUNT = 'primary:act_1';
const SHEET = 'Leads';

const ok = (body: object): HttpResult => ({
  ok: true,
  status: 200,
  headers: {},
  text: JSON.stringify(body),
});

const rowOf = ({ id, name, email, told }: Person, place: number): LeadRow => ({
  id,
  platform: 'primary',
  adAccountId: 'act_1',
  formId: '7',
  formName: 'Newsletter',
  adId: '9',
  adSetId: null,
  campaignId: null,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, place)).toISOString(),
  arrivedAt: new Date(Date.UTC(2026, 10, 1, 0, place)).toISOString(),
  isTest: false,
  isOrganic: false,
  keptUntil: '2026-12-01T00:00:00.000Z',
  answers: [
    { name: 'full_name', values: [name] },
    { name: 'email', values: [email] },
  ],
  stages: told.map((stage) => ({
    stage,
    happenedAt: '2026-11-02T00:00:00.000Z',
    value: null,
    currency: null,
    destination: 'x',
  })),
});

interface Sent {
  readonly leadId: string;
  readonly stage: string;
  readonly value?: string;
}

/** The service as far as a tab of leads asks it. */
function serviceOf(people: Person[], sent: Sent[]): Http {
  const answer = ({ url, body }: HttpRequest): HttpResult => {
    const { pathname } = new URL(url);
    if (pathname === '/v1/leads/erased')
      return ok({
        success: true,
        data: people.filter(({ isErased }) => isErased).map(({ id }) => ({ id })),
        after: null,
      });
    if (pathname === '/v1/leads/stages') {
      const { stages } = (body as unknown as { value: { stages: Sent[] } }).value;
      sent.push(...stages);
      for (const { leadId, stage } of stages) {
        const person = people.find(({ id }) => id === leadId);
        if (person !== undefined) person.told = [...new Set([...person.told, stage])];
      }
      return ok({ success: true, accepted: stages.length, refused: [] });
    }
    const kept = people.filter(({ isErased, isMissing }) => !isErased && !isMissing);
    return ok({ success: true, data: kept.map(rowOf).reverse(), after: null });
  };
  return { requestAll: async (requests) => requests.map(answer) };
}

/** One sequence. Answers what went wrong. */
async function play(
  seed: number,
): Promise<{ readonly problems: string[]; readonly disturbed: number; readonly actions: number }> {
  const { below, oneOf, next } = dice(seed);
  const people: Person[] = [];
  const sent: Sent[] = [];
  const problems: string[] = [];
  const say = (what: string) => problems.push(`seed ${seed}: ${what}`);
  const file = openFile({
    host: hostOf(`leads ${seed}`),
    http: serviceOf(people, sent),
    key: 'ak_x',
    companyId: 'co_1',
    id: `file-${seed}`,
    now: Date.UTC(2026, 10, 15),
    headers: ['Ad name'],
    rows: 30,
  });
  const arrive = () => {
    const number = people.length + 1;
    const name = `Person ${number}`;
    people.push({
      id: `primary:${number}`,
      name,
      email: `p${number}@x.example`,
      isErased: false,
      isMissing: false,
      told: [],
    });
  };
  for (let i = 0; i < 3 + below(5); i += 1) arrive();
  await file.run(async (app) => void createLeadTab(app, ACCOUNT));
  await file.run(fetchLeads);
  let [disturbed, actions] = [0, 0];
  for (let step = 0; step < 6; step += 1) {
    const what = below(7);
    const [anybody] = people.length === 0 ? [] : [oneOf(people)];
    if (what === 0) arrive();
    else if (what === 1 && anybody !== undefined) anybody.isErased = true;
    else if (what === 2 && anybody !== undefined) anybody.isMissing = !anybody.isMissing;
    else if (what === 3) typeStage(file, dice(seed * 31 + step));
    else if (what === 4) file.do(gestureOn(file, dice(seed * 37 + step)));
    const gestures = next() < 0.7 ? 1 + Number(next() < 0.3) : 0;
    if (gestures > 0) disturbed += 1;
    actions += 1;
    const before = sent.length;
    const work = below(4) === 0 ? sendLeadStages : fetchLeads;
    const act = () => {
      for (let i = 0; i < gestures; i += 1)
        file.do(gestureOn(file, dice(seed * 41 + step * 7 + i)));
    };
    // What cannot be settled while rows move is said, and done by the next run.
    await file.run<unknown>(work, { beforeCall: 1 + below(40), act }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
    for (const { leadId, value } of sent.slice(before))
      if (value === '1.234') say(`${leadId} was sent 1.234 for 1,234`);
    noStranger(file, people, say);
  }
  for (const person of people) person.isMissing = false;
  await file.run(fetchLeads);
  asTheService(file, people, say);
  return { problems, disturbed, actions };
}

const positionIn = (
  cells: readonly string[][],
  header: string,
): { readonly row: number; readonly column: number } => {
  for (const [row, line] of cells.entries()) {
    const column = line.indexOf(header);
    if (column >= 0) return { row, column };
  }
  return { row: -1, column: -1 };
};

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: string;
}

function shown(file: SpreadsheetFile): readonly Shown[] {
  const cells = file.cellsOf(SHEET);
  const { row: head, column: id } = positionIn(cells, 'Lead ID');
  const at = (header: string) => cells[head]?.indexOf(header) ?? -1;
  const [name, email, status] = [at('full_name'), at('email'), at('Lead status')];
  return cells
    .filter((line, row) => row !== head && (line[id] ?? '') !== '')
    .map((line) => ({
      id: line[id] ?? '',
      name: line[name] ?? '',
      email: line[email] ?? '',
      status: line[status] ?? '',
    }));
}

function noStranger(
  file: SpreadsheetFile,
  people: readonly Person[],
  say: (what: string) => void,
): void {
  for (const { id, name, email } of shown(file)) {
    const person = people.find((each) => each.id === id);
    if (person === undefined) say(`a row of nobody: ${id}`);
    else if ((name !== '' && name !== person.name) || (email !== '' && email !== person.email))
      say(`the row of ${person.name} shows ${name} ${email}`);
  }
}

function asTheService(
  file: SpreadsheetFile,
  people: readonly Person[],
  say: (what: string) => void,
): void {
  noStranger(file, people, say);
  const rows = shown(file);
  for (const { id, name, isErased } of people) {
    const own = rows.filter((row) => row.id === id);
    if (!isErased && own.length === 0) say(`${name} is lost`);
    for (const row of own) {
      const isEmpty = row.name === '' && row.email === '';
      if (isErased && !(isEmpty && row.status === leadWords.gone))
        say(`${name} was erased and stands there: ${JSON.stringify(row)}`);
      if (!isErased && (row.name === '' || row.email === '' || row.status === leadWords.gone))
        say(`${name} was not erased and is cleared: ${JSON.stringify(row)}`);
    }
  }
}

function typeStage(file: SpreadsheetFile, { below, oneOf }: ReturnType<typeof dice>): void {
  const cells = file.cellsOf(SHEET);
  const { row: head } = positionIn(cells, 'Lead ID');
  const row = head + 2 + below(Math.max(1, shown(file).length));
  const type = (header: string, text: string): Gesture => ({
    do: 'type',
    sheet: SHEET,
    row,
    column: (cells[head]?.indexOf(header) ?? 0) + 1,
    text,
  });
  file.do(type('Stage', oneOf(['qualified', 'sold'])));
  file.do(type('Value', oneOf(['1,234', '12.50', '€ 20', ''])));
  file.do(type('Currency', 'EUR'));
}

/** What another person does with whole rows; nobody deletes the headers. */
function gestureOn(
  file: SpreadsheetFile,
  { below, oneOf, next }: ReturnType<typeof dice>,
): Gesture {
  const cells = file.cellsOf(SHEET);
  const { row: head, column } = positionIn(cells, 'Lead ID');
  const leads = cells.flatMap((line, i) =>
    i !== head && (line[column] ?? '') !== '' ? [i + 1] : [],
  );
  const row = leads.length === 0 ? head + 2 : oneOf(leads);
  return oneOf<Gesture>([
    { do: 'sort', sheet: SHEET, column: 1 + below(12), descending: next() < 0.5 },
    { do: 'shuffle', sheet: SHEET, seed: below(1_000) },
    { do: 'insertRows', sheet: SHEET, before: next() < 0.2 ? 1 : row, count: 1 + below(2) },
    { do: 'deleteRows', sheet: SHEET, first: row, count: 1 },
    {
      do: 'copyRow',
      sheet: SHEET,
      from: row,
      to: cells.findLastIndex((line) => line.some((text) => text !== '')) + 2,
    },
  ]);
}

export async function tryLeadWays(
  first: number,
  sequences: number,
  progress: (line: string) => void = () => undefined,
) {
  const problems: string[] = [];
  let [disturbed, actions] = [0, 0];
  for (let i = 0; i < sequences; i += 1) {
    const played = await play(first + i);
    problems.push(...played.problems);
    disturbed += played.disturbed;
    actions += played.actions;
    progress(`${i + 1} of ${sequences} sequences, ${problems.length} problems`);
  }
  return { sequences, actions, disturbed, wrongPerson: problems.length, problems };
}
