import type { RowOf } from '../../base/api.ts';
import { count } from '../../base/words.ts';
import { Select } from '../../parts/fields.tsx';
import type { LibraryFilter } from './data.ts';

const RATIOS = ['1x1', '4x5', '2x3', '9x16', '16x9', '3x2', '1.91x1'] as const;

const LENGTHS: readonly (readonly [
  name: string,
  from: number | undefined,
  to: number | undefined,
])[] = [
  ['Up to 6 s', undefined, 6],
  ['7 to 15 s', 7, 15],
  ['16 to 30 s', 16, 30],
  ['31 to 60 s', 31, 60],
  ['Above a minute', 61, undefined],
];

interface Props {
  filter: LibraryFilter;
  boards: readonly RowOf<'library.boards'>[];
  tags: readonly RowOf<'library.tags'>[];
  onChange: (some: LibraryFilter) => void;
}

export function LibraryControls({ filter, boards, tags, onChange }: Props) {
  const length =
    LENGTHS.find(([, from, to]) => from === filter.minSeconds && to === filter.maxSeconds)?.[0] ??
    '';
  const chooseLength = (name: string) => {
    const [, minSeconds, maxSeconds] = LENGTHS.find(([each]) => each === name) ?? [];
    onChange({ minSeconds, maxSeconds });
  };
  const any = (label: string) => ({ 'aria-label': label, none: `${label}: any` });
  return (
    <section class="controls library-controls" aria-label="What to find">
      <input
        type="search"
        placeholder="Name, title or tag"
        aria-label="Find by name, title or tag"
        onInput={(event) => onChange({ q: event.currentTarget.value.trim() })}
      />
      <Select
        {...any('Tag')}
        value={filter.tag?.toString() ?? ''}
        choices={tags.map(({ tag, assets }) => [tag, `${tag} (${count(assets)})`])}
        onValue={(tag) => onChange({ tag })}
      />
      <Select
        {...any('Board')}
        value={filter.board ?? ''}
        choices={boards.map(({ id, name, assets }) => [id, `${name} (${count(assets)})`])}
        onValue={(board) => onChange({ board })}
      />
      <Select
        {...any('Ratio')}
        value={filter.ratio ?? ''}
        choices={RATIOS.map((each) => [each, each])}
        onValue={(ratio) => onChange({ ratio: RATIOS.find((each) => each === ratio) })}
      />
      <Select<'image' | 'video' | ''>
        {...any('Type')}
        value={filter.type ?? ''}
        choices={[
          ['image', 'Images'],
          ['video', 'Videos'],
        ]}
        onValue={(type) => onChange({ type: type || undefined })}
      />
      <Select
        {...any('Length')}
        value={length}
        choices={LENGTHS.map(([name]) => [name, name])}
        onValue={chooseLength}
      />
      <Select
        {...any('Use')}
        value={filter.used?.toString() ?? ''}
        choices={[
          ['true', 'Shown by an ad'],
          ['false', 'Not used'],
        ]}
        onValue={(used) => onChange({ used: used === '' ? undefined : used === 'true' })}
      />
    </section>
  );
}
