import * as v from 'valibot';
import { answer, success } from '../../base/schema/envelope.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { kind, type Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';

const view = v.object({ name: v.string(), question: v.string() });
type View = v.InferOutput<typeof view>;

/** Of a person, or of the holder of a key, whose id it has. */
const viewsKind = kind<{ readonly views: readonly View[] }>('views');

const MOST = 100;

const keepRequest = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Give it a name.'), v.maxLength(60, 'At most 60 characters.')),
  question: v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(5_000, 'At most 5,000 characters.'))),
    v.description('What follows the ? in the address of the page. null: the view is forgotten.'),
  ),
});
const viewsAnswer = answer({ data: v.array(view) });

interface Holder {
  readonly companyId: string;
  readonly keyId: string;
}

const viewsOf = async ({ store }: { readonly store: Store }, { companyId, keyId }: Holder): Promise<View[]> => [
  ...((await store.get(viewsKind, companyId, keyId))?.doc.views ?? []),
];

async function keepView(
  { store }: { readonly store: Store },
  { companyId, keyId }: Holder,
  { name, question }: v.InferOutput<typeof keepRequest>,
): Promise<void> {
  await changeDocument(store, viewsKind, {
    companyId,
    id: keyId,
    change: (current) => {
      const others = (current?.doc.views ?? []).filter((each) => each.name !== name);
      return { doc: { views: question === null ? others : [...others, { name, question }].slice(-MOST) } };
    },
  });
}

const own = { topic: 'Reports', scope: 'read', reach: 'workspace' } as const;

const viewOperations = [
  operation({
    ...own,
    name: 'views.list',
    place: { method: 'GET', path: '/v1/views' },
    summary: 'The views of the table of ads that you have saved, the oldest first',
    output: viewsAnswer,
    run: async (ports, caller) => success({ data: await viewsOf(ports, caller) }),
  }),
  operation({
    ...own,
    approval: 'never',
    preview: 'quiet',
    idempotency: 'repeatable',
    name: 'views.keep',
    place: { method: 'PUT', path: '/v1/views' },
    summary: 'Save a view of the table of ads under a name, for yourself, or forget it',
    description: `A view of the same name is replaced. Of more than ${MOST} the oldest goes.`,
    input: keepRequest,
    output: viewsAnswer,
    async run(ports, caller, { input }) {
      await keepView(ports, caller, input);
      return success({ data: await viewsOf(ports, caller) });
    },
  }),
] as const;

export const views = feature({ name: 'views', operations: viewOperations, kinds: [viewsKind] });
