import { client } from '../../base/api.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { KeptChips } from '../../parts/kept-chips.tsx';
import type { Plug } from '../../parts/plug.ts';
import { useKept } from './use-kept.ts';

export const KeptViews: NonNullable<Plug['KeptViews']> = ({ question, onOpen }) => {
  const { data, change } = useKept();
  const keep = async (name: string, kept: string | null) => {
    const answer = await attempt(() => client.views.keep({ name, question: kept }));
    if (answer !== undefined) change(() => answer);
  };
  return (
    <KeptChips
      noun="view"
      kept={data?.data ?? []}
      isShown={(each) => each.question === question}
      onOpen={(each) => onOpen(each.question)}
      onForget={({ name }) => keep(name, null)}
      onSave={(name) => keep(name, question)}
    />
  );
};
