/** What an examinee asked for and was answered, over the Model Context Protocol. */
export interface Traffic {
  note(asked: string, answered: string): void;
  /** Begins a task: what its text says is known. */
  begin(text: string): void;
  /** Ids that the examinee named although neither the task nor an answer had them. */
  invented(): readonly string[];
}

/** Members of arguments that hold ids. */
const ID_MEMBERS = /^(id|ids|\w+Id|\w+Ids|adSets|page|planDigest)$/;

export function createTraffic(): Traffic {
  let known = '';
  let unknown = new Set<string>();
  return {
    begin(text) {
      known = text;
      unknown = new Set();
    },
    note(asked, answered) {
      for (const id of idsIn(asked)) if (!known.includes(id)) unknown.add(id);
      known += answered;
    },
    invented: () => [...unknown],
  };
}

function idsIn(asked: string): readonly string[] {
  try {
    const call = JSON.parse(asked) as {
      readonly method?: string;
      readonly params?: { readonly arguments?: unknown };
    };
    return call.method === 'tools/call' ? idsOf(call.params?.arguments) : [];
  } catch {
    return [];
  }
}

function idsOf(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return ID_MEMBERS.test(name) && value !== '' ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((each) => idsOf(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => idsOf(each, member));
}
