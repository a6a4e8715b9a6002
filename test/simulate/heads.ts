import type { Write } from '../../core/ports/store.ts';

/**
 * Where batches, undos, deliveries and runs of rules stood in the stories, by the documents that
 * were committed.
 */

const each = (what: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${what} ${name}`);

const STEPS = ['image', 'creative', 'ad', 'campaign', 'adset', 'finish', 'start'];
/** The others are harmless when they are repeated. */
const IN_DOUBT = ['creative', 'ad', 'campaign', 'adset', 'start'];

/** All there are, but for what no story can ask for. */
export const HEADS: readonly string[] = [
  ...each('batch', ['Queued', 'Processing', 'Success', 'Error', 'Cancelled']),
  ...STEPS.flatMap((step) => each(step, ['done', 'failed', 'pending'])),
  ...IN_DOUBT.map((step) => `${step} unknown`),
  ...['ad', 'creative', 'campaign', 'adset'].flatMap((step) =>
    each(`undo of ${step}`, ['deleted', 'failed']),
  ),
  ...['ad', 'campaign', 'adset'].map((step) => `undo of ${step} paused`),
  ...['creative', 'campaign', 'adset'].map((step) => `undo of ${step} kept`),
  ...each('event', ['sent', 'confirmed', 'refused', 'uncertain']),
  ...each('run of a rule', ['running', 'done', 'failed', 'skipped', 'undone']),
];

const EVENTS: { readonly [letter: string]: string } = {
  s: 'sent',
  c: 'confirmed',
  r: 'refused',
  u: 'uncertain',
};

interface Head {
  readonly rawStatus?: string;
  readonly outcomes?: unknown;
  readonly status?: string;
}

interface Journal {
  readonly outcomes?: { readonly [id: string]: { readonly to: string } };
  readonly undone?: { readonly [id: string]: { readonly to: string } };
}

const stepOf = (id: string): string => id.split(':')[0] ?? '';

const READ: { readonly [kind: string]: (doc: Head) => readonly string[] } = {
  batch: ({ rawStatus }) => [`batch ${rawStatus}`],
  'batch-journal'(doc) {
    const { outcomes = {}, undone = {} } = doc as unknown as Journal;
    return [
      ...Object.entries(outcomes).map(([id, { to }]) => `${stepOf(id)} ${to}`),
      ...Object.entries(undone).map(([id, { to }]) => `undo of ${stepOf(id)} ${to}`),
    ];
  },
  'conversion-delivery': ({ outcomes }) =>
    [...new Set(String(outcomes))].flatMap((letter) => `event ${EVENTS[letter]}`),
  'automation-execution': ({ status }) => [`run of a rule ${status}`],
};

/** Those that a commit reaches. */
export const headsIn = ({ kind, doc }: Write): readonly string[] =>
  doc === undefined
    ? []
    : (READ[kind.name]?.(doc as Head) ?? []).filter((head) => HEADS.includes(head));
