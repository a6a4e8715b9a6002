import type { AnswerOf } from '../../../../client/client.ts';
import { count } from '../../base/words.ts';
import type { LibraryFilter } from './data.ts';

const RATIOS = ['1x1', '4x5', '2x3', '9x16', '16x9', '3x2', '1.91x1'] as const;

/** Lengths of videos, as seconds from and to. */
const LENGTHS: readonly (readonly [name: string, from: number | undefined, to: number | undefined])[] = [
  ['Up to 6 s', undefined, 6],
  ['7 to 15 s', 7, 15],
  ['16 to 30 s', 16, 30],
  ['31 to 60 s', 31, 60],
  ['Above a minute', 61, undefined],
];

interface Props {
  readonly filter: LibraryFilter;
  readonly boards: AnswerOf<'library.boards'>['data'];
  readonly tags: AnswerOf<'library.tags'>['data'];
  readonly onChange: (some: LibraryFilter) => void;
}

/** What files are found by. */
export function LibraryControls({ filter, boards, tags, onChange }: Props) {
  const length = LENGTHS.find(([, from, to]) => from === filter.minSeconds && to === filter.maxSeconds)?.[0] ?? '';
  const chooseLength = (name: string): void => {
    const [, minSeconds, maxSeconds] = LENGTHS.find(([each]) => each === name) ?? [];
    onChange({ minSeconds, maxSeconds });
  };
  return (
    <section class="controls library-controls" aria-label="What to find">
      <input
        type="search"
        placeholder="Name, title or tag"
        aria-label="Find by name, title or tag"
        onInput={(event) => onChange({ q: event.currentTarget.value.trim() })}
      />
      <Choice label="Tag" value={filter.tag?.toString() ?? ''} onChoose={(tag) => onChange({ tag })}>
        {tags.map(({ tag, assets }) => [tag, `${tag} (${count(assets)})`])}
      </Choice>
      <Choice label="Board" value={filter.board ?? ''} onChoose={(board) => onChange({ board })}>
        {boards.map(({ id, name, assets }) => [id, `${name} (${count(assets)})`])}
      </Choice>
      <Choice
        label="Ratio"
        value={filter.ratio ?? ''}
        onChoose={(ratio) => onChange({ ratio: RATIOS.find((each) => each === ratio) })}
      >
        {RATIOS.map((each) => [each, each])}
      </Choice>
      <Choice
        label="Type"
        value={filter.type ?? ''}
        onChoose={(type) => onChange({ type: type === 'image' || type === 'video' ? type : undefined })}
      >
        {[
          ['image', 'Images'],
          ['video', 'Videos'],
        ]}
      </Choice>
      <Choice label="Length" value={length} onChoose={chooseLength}>
        {LENGTHS.map(([name]) => [name, name])}
      </Choice>
      <Choice
        label="Use"
        value={filter.used?.toString() ?? ''}
        onChoose={(used) => onChange({ used: used === '' ? undefined : used === 'true' })}
      >
        {[
          ['true', 'Shown by an ad'],
          ['false', 'Not used'],
        ]}
      </Choice>
    </section>
  );
}

function Choice({
  label,
  value,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: readonly (readonly string[])[];
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{label}: any</option>
      {children.map(([key = '', text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
