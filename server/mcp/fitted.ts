type Content = { readonly [name: string]: unknown };

/**
 * Characters of one answer: at three to a token, what a model pays for it stays below 8,000 tokens.
 */
const MOST_CHARACTERS = 22_000;

/** Ever shorter: letters of a text, members of a list, members of an object. */
const STEPS: readonly (readonly [letters: number, items: number, members: number])[] = [
  [2_000, 50, 200],
  [600, 30, 120],
  [300, 20, 80],
  [150, 12, 60],
  [80, 6, 40],
  [40, 3, 30],
  [20, 1, 20],
];

/** An answer that a model can afford, with how to get at what was left out. */
export function fitted(content: Content): Content {
  if (JSON.stringify(content).length <= MOST_CHARACTERS) return content;
  for (const step of STEPS) {
    const answer = cutAnswer(content, step);
    if (JSON.stringify(answer).length <= MOST_CHARACTERS) return answer;
  }
  const short = Object.entries(content).filter(([, value]) => JSON.stringify(value)?.length <= 200);
  const rows = Array.isArray(content.rows) ? { rows: [], shown: 0 } : {};
  const cut =
    'The answer is too long to be shown. Ask for one thing at a time, by its id, or use the dashboard.';
  return { ...Object.fromEntries(short.slice(0, 20)), ...rows, cut };
}

function cutAnswer(content: Content, step: (typeof STEPS)[number]): Content {
  const [letters, items] = step;
  const short = Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, cutTo(value, step)]),
  );
  const cut = `This was too long: texts end after ${letters} characters, lists after ${items} items. Ask for one thing by its id to see all of it.`;
  const { rows } = short;
  if (!Array.isArray(rows) || !Array.isArray(content.rows) || rows.length === content.rows.length)
    return { ...short, cut };
  return {
    ...short,
    shown: rows.length,
    next: `Call again with a limit of ${rows.length}, and go on with offset.`,
    cut,
  };
}

function cutTo(value: unknown, step: (typeof STEPS)[number]): unknown {
  const [letters, items, members] = step;
  if (typeof value === 'string')
    return value.length <= letters ? value : `${value.slice(0, letters)}…`;
  if (Array.isArray(value)) return value.slice(0, items).map((each) => cutTo(each, step));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).slice(0, members);
  return Object.fromEntries(kept.map(([name, each]) => [name, cutTo(each, step)]));
}
