import * as v from 'valibot';
import { answer } from '../../base/schema/envelope.ts';
import { kind, type Store } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';

const view = v.object({ name: v.string(), question: v.string() });
type View = v.InferOutput<typeof view>;

interface ViewsRecord {
  readonly views: readonly View[];
}

/** Of a person, or of the holder of a key, whose id it has. */
export const viewsKind = kind<ViewsRecord>('views');

export const MOST = 100;

export const keepRequest = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Give it a name.'),
    v.maxLength(60, 'At most 60 characters.'),
  ),
  question: v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(5_000, 'At most 5,000 characters.'))),
    v.description('What follows the ? in the address of the page. null: the view is forgotten.'),
  ),
});
export const viewsAnswer = answer({ data: v.array(view) });

interface Holder {
  readonly companyId: string;
  readonly keyId: string;
}

export const viewsOf = async (
  { store }: { readonly store: Store },
  { companyId, keyId }: Holder,
): Promise<View[]> => [...((await store.get(viewsKind, companyId, keyId))?.doc.views ?? [])];

export async function keepView(
  { store }: { readonly store: Store },
  { companyId, keyId }: Holder,
  { name, question }: v.InferOutput<typeof keepRequest>,
): Promise<void> {
  await changeDocument(store, viewsKind, {
    companyId,
    id: keyId,
    change: (current) => {
      const others = (current?.doc.views ?? []).filter((each) => each.name !== name);
      return {
        doc: { views: question === null ? others : [...others, { name, question }].slice(-MOST) },
      };
    },
  });
}
