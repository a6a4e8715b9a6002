import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import type { Wire } from './wires.ts';

/** `ignored`: taken, and without effect on the answer. */
export type Verdict = 'yes' | 'refused' | 'ignored';

/** A name that no platform has. */
const nonsense = 'zq_unheard_of';

interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Probe {
  /** `GET campaigns/{id}`, with the ids of the wire in place of `{…}`. */
  ask(methodAndPath: string, params?: object): Promise<Answer>;
  /** The id of an object that the sandbox holds, or nothing. */
  firstOf(kind: string): Promise<string>;
  /** Whether an endpoint takes a parameter, as its answers show. */
  judge(methodAndPath: string, param: string): Promise<Verdict>;
  /** The same of a field in the body of a write. */
  judgeField(
    methodAndPath: string,
    bodyWith: (field: string) => object,
    field: string,
  ): Promise<Verdict>;
}

/** When the sandboxes stand still. */
export const start = createManualClock().now();

/** Asks a sandbox of its own. Time stands still. */
export function createProbe({
  base,
  ending = '',
  headers,
  query = {},
  ids,
  files = [],
  values = {},
  needs = {},
}: Wire): Probe {
  const own = simulations.filter(({ name }) => base.startsWith(`/${name}`));
  const sandbox = createSandbox({ clock: createManualClock(), seed: 1, simulations: own });

  const ask: Probe['ask'] = async (methodAndPath, params = {}) => {
    const [method = '', path = ''] = methodAndPath.split(' ');
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
    const url = new URL(
      `http://sandbox.test${base}/${filled}${filled.includes('?') ? '' : ending}`,
    );
    const isRead = method === 'GET' || method === 'DELETE';
    const entries = Object.entries(params);
    const inQuery = entries.filter(([name]) => isRead || name.startsWith('?'));
    for (const [name, value] of [...Object.entries(query), ...inQuery])
      url.searchParams.set(
        name.replace('?', ''),
        typeof value === 'string' ? value : JSON.stringify(value),
      );
    const listed = (params as { readonly '[]'?: object })['[]'];
    const plain = Object.fromEntries(entries.filter(([name]) => !name.startsWith('?')));
    const isUpload = entries.some(([name]) => files.includes(name));
    const form = new FormData();
    if (isUpload)
      for (const [name, value] of entries)
        form.set(name, files.includes(name) ? new File(['zq'], 'zq.png') : String(value));
    const json = isUpload || isRead ? {} : { 'content-type': 'application/json' };
    const body = isUpload ? form : JSON.stringify(listed ?? plain);
    const response = await sandbox.fetch(
      new Request(url, { method, headers: { ...headers, ...json }, ...(!isRead && { body }) }),
    );
    return {
      status: response.status,
      text: `${response.headers.get('x-al-error-message') ?? ''}${await response.text()}`,
    };
  };

  /**
   * Without ids and times, which differ from answer to answer, and addresses, which repeat the
   * question.
   */
  const told = ({ status, text }: Answer): string =>
    `${status} ${text.replace(/[0-9a-f-]{9,}|[\w-]{22,}|(?<="(?:fbtrace_id|next|previous)":")[^"]*/g, '#')}`;

  const unheard = new Map<string, Answer>();
  /** `place` is where the name stands. */
  const judged = async (
    place: string,
    name: string,
    sent: (name: string, value: unknown) => Promise<Answer>,
  ): Promise<Verdict> => {
    // Forgets calls and errors that limits count.
    await sandbox.fetch(new Request('http://sandbox.test/_sandbox/faults', { method: 'DELETE' }));
    const refused = unheard.get(place) ?? (await sent(nonsense, '1'));
    unheard.set(place, refused);
    const isChecked = told(refused).includes(nonsense);
    const plain = told({ ...refused, text: refused.text.replaceAll(nonsense, name) });
    for (const value of isChecked
      ? ['1', {}]
      : [values[name] ?? '1', 'zq', '["zq"]', '{"zq":1}', 'true'])
      if (told(await sent(name, value)) !== plain) return 'yes';
    return isChecked ? 'refused' : 'ignored';
  };

  const judge: Probe['judge'] = async (methodAndPath, param) => {
    const list = /^(\w+)\[\]\./.exec(param)?.[1];
    const outer = list === undefined ? 'yes' : await judge(methodAndPath, list);
    if (outer !== 'yes') return outer;
    const [, before = '', own = ''] = /^(.*?)(\w+)$/.exec(param) ?? [];
    return judged(`${methodAndPath} ${before}`, own, (name, value) =>
      ask(methodAndPath, withParam(needs[methodAndPath] ?? {}, `${before}${name}`, value)),
    );
  };

  return {
    ask,
    async firstOf(kind) {
      const response = await sandbox.fetch(
        new Request(`http://sandbox.test/_sandbox/objects?kind=${kind}`),
      );
      const { list } = (await response.json()) as {
        readonly list: { readonly [kind: string]: readonly { readonly id: string }[] };
      };
      return list[kind]?.[0]?.id ?? '';
    },
    judge,
    judgeField: (methodAndPath, bodyWith, field) =>
      judged(`${methodAndPath} ${JSON.stringify(bodyWith(''))}`, field, (name) =>
        ask(methodAndPath, bodyWith(name)),
      ),
  };
}

/** `list[].name` stands in the first object of a list; a body that is a list has no name. */
function withParam(given: object, param: string, value: unknown): object {
  const [, list, name] = /^(\w*)\[\]\.(.+)$/.exec(param) ?? [];
  if (list === undefined || name === undefined) return { ...given, [param]: value };
  const key = list === '' ? '[]' : list;
  const [first = {}] = (given as { readonly [list: string]: readonly object[] })[key] ?? [];
  return { ...given, [key]: [withParam(first, name, value)] };
}
