import { useEffect } from 'preact/hooks';
import { client, type InputOf } from '../../base/api.ts';
import { act } from '../../parts/dialogs.tsx';
import { KeptChips } from '../../parts/kept-chips.tsx';
import type { KeptReport, Plug } from '../../parts/plug.ts';
import { useKept } from './use-kept.ts';

export const KeptReports: NonNullable<Plug['KeptReports']> = ({ asked, query, zone, onOpen }) => {
  const { data, reload } = useKept();
  // Its members are those of the question that was kept.
  const open = ({
    period,
    query: kept,
  }: {
    readonly period: string | null;
    readonly query: object;
  }) => onOpen({ period, query: kept as KeptReport['query'] });
  // `#/reports?saved=…` leads to one of them, once the zone of its days is known.
  useEffect(() => {
    const saved = data?.data.find(({ id }) => id === asked);
    if (saved !== undefined && zone !== undefined) open(saved);
  }, [asked, data, zone]);
  const save = (name: string) => {
    const { period, query: shown } = query();
    return act(
      () =>
        client.savedReports.create({
          name,
          query: shown,
          ...(period && { period }),
        } as InputOf<'savedReports.create'>),
      `${name} is saved, for everyone in the company.`,
      reload,
    );
  };
  return (
    <KeptChips
      noun="report"
      kept={data?.data ?? []}
      onOpen={open}
      onForget={({ id, name }) =>
        act(() => client.savedReports.delete({ id }), `${name} is deleted.`, reload)
      }
      onSave={save}
    />
  );
};
