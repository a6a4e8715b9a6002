import { createCache } from '../../core/base/cache.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type {
  Research,
  ResearchAccess,
  ResearchQuestion,
  ResearchResult,
} from '../../core/ports/research.ts';
import { canonicalJson } from '../../core/records/canonical-json.ts';

const FRESH_MS = 60_000;
/** Of all companies together, in characters. */
const MOST_KEPT = 16 * 1024 * 1024;
const MOST_WAITING = 1_000;

interface Kept {
  readonly until: number;
  readonly at: number;
  /** As JSON: callers may change what they get. */
  readonly data: string;
}

/**
 * Keeps answers to queries for a minute, for the company that asked, until it changes something.
 * Equal questions at the same time are asked once.
 */
export function keptResearch(research: Research, clock: Clock): Research {
  const kept = createCache<Kept>({ max: MOST_KEPT, sizeOf: ({ data }) => data.length });
  const waiting = new Map<string, Promise<ResearchResult>>();
  const changes = createCache<number>({ max: 10_000 });

  const nameOf = ({ companyId, connection }: ResearchAccess, question: ResearchQuestion) =>
    canonicalJson({ companyId, connection, changes: changes.get(companyId) ?? 0, question });

  const asked = async (
    name: string,
    access: ResearchAccess,
    question: ResearchQuestion,
  ): Promise<ResearchResult> => {
    const result = await research.ask(access, question);
    if (result.ok) {
      const { at, data } = result;
      kept.set(name, {
        until: clock.monotonic() + FRESH_MS,
        at,
        data: JSON.stringify(data ?? null),
      });
    }
    return result;
  };

  const read = (access: ResearchAccess, question: ResearchQuestion): Promise<ResearchResult> => {
    const name = nameOf(access, question);
    const found = kept.get(name);
    if (found !== undefined && clock.monotonic() < found.until)
      return Promise.resolve({ ok: true, at: found.at, data: JSON.parse(found.data) });
    const underWay = waiting.get(name);
    if (underWay !== undefined) return underWay;
    const asking = asked(name, access, question).finally(() => waiting.delete(name));
    if (waiting.size < MOST_WAITING) waiting.set(name, asking);
    return asking;
  };

  return {
    ...research,
    async ask(access, question) {
      if (question.kind === 'query') return read(access, question);
      if (question.kind === 'scrape-status') return research.ask(access, question);
      try {
        return await research.ask(access, question);
      } finally {
        changes.set(access.companyId, (changes.get(access.companyId) ?? 0) + 1);
      }
    },
  };
}
