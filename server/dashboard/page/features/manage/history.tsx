import { useResource } from '../../base/api.ts';
import { capital, moment } from '../../base/words.ts';
import { ProblemNote, Waiting } from '../../parts/parts.tsx';
import type { Entity } from './data.ts';

interface Line {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly who: string;
}

export function History({
  row,
  isTold,
  mayAudit,
}: {
  row: Entity;
  /** Whether the platform keeps a history. */
  isTold: boolean;
  mayAudit: boolean;
}) {
  const changes = useResource('manage.changes', isTold ? { businessId: row.account.id, objectId: row.id, limit: 30 } : undefined);
  const audit = useResource('audit.list', mayAudit ? { subject: row.id, limit: 30 } : undefined);
  const keys = useResource('keys.list', mayAudit ? { limit: 100 } : undefined);
  const minor = changes.data?.metadata.minorUnits ?? null;
  const told: readonly Line[] = (changes.data?.data ?? []).map((each, i) => ({
    key: `platform ${i}`,
    at: new Date(each.eventTime * 1000).toISOString(),
    what: `${each.translatedEventType}${changeWords(each.changes, minor)}`,
    who: each.actorName,
  }));
  const own: readonly Line[] = (audit.data?.data ?? []).map(({ id, at, action, keyId, details }) => ({
    ...{ key: id, at, what: `${capital(action.replaceAll('.', ' '))}${detailWords(details)}` },
    who: `${keys.data?.data.find((key) => key.id === keyId)?.name ?? keyId}, here`,
  }));
  const lines = [...told, ...own].sort((a, b) => (a.at < b.at ? 1 : -1));
  const isWaiting = (isTold && !changes.data && !changes.problem) || (mayAudit && !audit.data && !audit.problem);
  return (
    <section aria-label="History">
      <h3>History</h3>
      {changes.problem && <ProblemNote problem={changes.problem} onRetry={changes.reload} />}
      {isWaiting ? (
        <Waiting rows={2} />
      ) : lines.length === 0 ? (
        <p class="hint">{isTold || mayAudit ? 'No change is known.' : 'This platform tells no history.'}</p>
      ) : (
        <ol class="history">
          {lines.map(({ key, at, what, who }) => (
            <li key={key}>
              <span>{what}</span>
              <span class="hint">
                {moment(at)} · {who}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type Changed = { readonly [field: string]: { readonly old?: unknown; readonly new?: unknown } };

const isMoney = (field: string): boolean => /budget|bid_amount|spend_cap/i.test(field);

function changeWords(changes: Changed, minor: number | null): string {
  const shown = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (isMoney(field) && minor !== null && typeof value === 'number') return String(value / minor);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const parts = Object.entries(changes).map(
    ([field, each]) => `${field.replace(/_/g, ' ')} ${shown(field, each.old)} → ${shown(field, each.new)}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** `before` and `after` of the audit as changes. */
function detailWords(details: { readonly [name: string]: unknown }): string {
  const { before, after } = details;
  const one = typeof before === 'object' && before !== null ? (before as { readonly [field: string]: unknown }) : {};
  const other = typeof after === 'object' && after !== null ? (after as { readonly [field: string]: unknown }) : {};
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return changeWords(Object.fromEntries(fields.map((field) => [field, { old: one[field], new: other[field] }])), null);
}
