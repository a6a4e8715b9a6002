import { plural } from '../../../base/words.ts';
import { Button } from '../../../parts/parts.tsx';
import { fieldWord, textOf } from './cells.ts';
import type { Draft, Drafts } from './drafts.ts';

interface UnsettledProps {
  drafts: Drafts;
  onSettle: (key: string, field: string, whose: 'mine' | 'theirs') => void;
  onDiscard: (key: string) => void;
}

/** What was not posted, with the reason: all three values where others were faster. */
export function Unsettled({ drafts, onSettle, onDiscard }: UnsettledProps) {
  const left = Object.entries(drafts).filter(
    ([, { conflicts, reason }]) => conflicts !== undefined || reason !== undefined,
  );
  if (left.length === 0) return null;
  const unknown = left.filter(([, { isUnknown }]) => isUnknown).length;
  return (
    <section class="note warn unsettled" aria-label="Not posted">
      <div>
        <p role="status">
          {[
            ...(left.length > unknown
              ? [
                  `${left.length - unknown === 1 ? '1 object was' : `${left.length - unknown} objects were`} not changed`,
                ]
              : []),
            ...(unknown > 0
              ? [
                  `Of ${plural(unknown, 'object')} it is not known: post again, and what was done is not done twice`,
                ]
              : []),
          ].join('. ')}
          :
        </p>
        <ul>
          {left.map(([key, draft]) => (
            <li key={key}>
              <strong dir="auto">{draft.name}</strong> <span class="ids">{draft.id}</span>
              {draft.reason !== undefined && (
                <p>
                  {draft.reason}{' '}
                  <button type="button" class="link" onClick={() => onDiscard(key)}>
                    Discard what I typed
                  </button>
                </p>
              )}
              {draft.conflicts?.map((conflict) => (
                <Conflict
                  key={conflict.field}
                  draft={draft}
                  conflict={conflict}
                  onSettle={(...given) => onSettle(key, ...given)}
                />
              ))}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Conflict({
  draft,
  conflict,
  onSettle,
}: {
  draft: Draft;
  conflict: NonNullable<Draft['conflicts']>[number];
  onSettle: (field: string, whose: 'mine' | 'theirs') => void;
}) {
  const { field, was, live, wanted } = conflict;
  const shown = (value: unknown): string => textOf(field, value, draft.timezone) || '–';
  return (
    <div class="conflict">
      <dl>
        {[
          [`${fieldWord(field)} was`, was],
          ['Others made it', live],
          ['You want', wanted],
        ].map(([what, value]) => (
          <div key={String(what)}>
            <dt>{String(what)}</dt>
            <dd dir="auto">{shown(value)}</dd>
          </div>
        ))}
      </dl>
      <Button
        label={`Keep mine: ${fieldWord(field)} of ${draft.name}`}
        onClick={() => onSettle(field, 'mine')}
      >
        Keep mine
      </Button>
      <Button
        label={`Take theirs: ${fieldWord(field)} of ${draft.name}`}
        onClick={() => onSettle(field, 'theirs')}
      >
        Take theirs
      </Button>
    </div>
  );
}
