type Content = { readonly [name: string]: unknown };

/** Characters of one answer: at three to a token, what a model pays for it stays below 8,000 tokens. */
const MOST_CHARACTERS = 22_000;

/** Ever shorter: letters of a text, members of a list. */
const STEPS: readonly (readonly [letters: number, members: number])[] = [
  [2_000, 50],
  [600, 30],
  [300, 20],
  [150, 12],
  [80, 6],
  [40, 3],
  [20, 1],
];

/** An answer that a model can afford, with how to get at what was left out. */
export function fitted(content: Content): Content {
  if (JSON.stringify(content).length <= MOST_CHARACTERS) return content;
  for (const [letters, members] of STEPS) {
    const cut = cutTo(content, letters, members) as Content;
    const rows = Array.isArray(cut.rows) ? { shown: cut.rows.length } : {};
    const answer = { ...cut, ...rows, cut: cutWords(letters, members) };
    if (JSON.stringify(answer).length <= MOST_CHARACTERS) return answer;
  }
  return { cut: 'The answer is too long to be shown. Ask for one thing at a time, by its id, or use the dashboard.' };
}

const cutWords = (letters: number, members: number): string =>
  `This was too long: texts end after ${letters} characters, lists after ${members} members. Go on with offset or a smaller limit, or ask for one thing by its id.`;

function cutTo(value: unknown, letters: number, members: number): unknown {
  if (typeof value === 'string') return value.length <= letters ? value : `${value.slice(0, letters)}…`;
  if (Array.isArray(value)) return value.slice(0, members).map((each) => cutTo(each, letters, members));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTo(each, letters, members)]));
}
