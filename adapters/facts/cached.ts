import type { CoveredDay, FactPage, FactQuery, FactScope, Facts } from '../../core/ports/facts.ts';

/**
 * Remembers answers for as long as nothing was put to the accounts they are about, in whatever
 * process: a question that was asked before costs one look at the accounts' generations. Identical
 * questions at the same time are asked once.
 *
 * @param room how many groups and days are remembered at most; the answers used longest ago go
 * first
 */
export function createCachedFacts(facts: Facts, room = 50_000): Facts {
  const answers = new Map<
    string,
    { readonly generation: string; readonly answer: Promise<unknown>; size: number }
  >();
  let used = 0;

  const forget = (key: string): void => {
    used -= answers.get(key)?.size ?? 0;
    answers.delete(key);
  };

  /** Accounts asked about in the same turn of the event loop are looked at together. */
  const asked = new Map<
    string,
    { readonly ids: Set<string>; readonly known: Promise<ReadonlyMap<string, string>> }
  >();
  const generationsOf = async (
    companyId: string,
    accountIds: readonly string[],
  ): Promise<readonly string[]> => {
    const joined = asked.get(companyId) ?? {
      ids: new Set<string>(),
      known: Promise.resolve().then(() => look(companyId)),
    };
    asked.set(companyId, joined);
    for (const id of accountIds) joined.ids.add(id);
    const known = await joined.known;
    return accountIds.map((id) => known.get(id) ?? '');
  };
  const look = async (companyId: string): Promise<ReadonlyMap<string, string>> => {
    const ids = [...(asked.get(companyId)?.ids ?? [])];
    asked.delete(companyId);
    const generations = await facts.generations(companyId, ids);
    return new Map(ids.map((id, i) => [id, generations[i] ?? '']));
  };

  const remembered = async <T>(
    companyId: string,
    accountIds: readonly string[],
    {
      question,
      ask,
      sizeOf,
    }: {
      readonly question: unknown;
      readonly ask: () => Promise<T>;
      readonly sizeOf: (answer: T) => number;
    },
  ): Promise<T> => {
    const key = JSON.stringify([companyId, question]);
    // Read before the question is asked: what is put meanwhile makes the answer outdated, never
    // wrong for longer.
    const generation = (await generationsOf(companyId, accountIds)).join('.');
    const known = answers.get(key);
    if (known?.generation === generation) {
      answers.delete(key);
      answers.set(key, known);
      return known.answer as Promise<T>; // the key says which question it answers
    }
    forget(key);
    const answer = ask();
    const entry = { generation, answer, size: 1 };
    answers.set(key, entry);
    used += 1;
    try {
      const size = 1 + sizeOf(await answer);
      if (answers.get(key) === entry) {
        used += size - entry.size;
        entry.size = size;
      }
    } catch {
      if (answers.get(key) === entry) forget(key);
    }
    for (const oldest of answers.keys()) {
      if (used <= room) break;
      forget(oldest);
    }
    return answer;
  };

  return {
    ...facts,
    coverage: (
      companyId: string,
      scope: FactScope,
      asOf?: number,
    ): Promise<readonly CoveredDay[]> =>
      remembered(companyId, [scope.accountId], {
        question: ['coverage', scope, asOf],
        ask: () => facts.coverage(companyId, scope, asOf),
        sizeOf: (days) => days.length,
      }),
    aggregate: (companyId: string, query: FactQuery): Promise<FactPage> =>
      remembered(companyId, query.accountIds, {
        question: ['aggregate', query],
        ask: () => facts.aggregate(companyId, query),
        sizeOf: ({ groups }) => groups.length,
      }),
    async remove(companyId: string, days: number): Promise<'more' | 'done'> {
      const isOf = (key: string): boolean =>
        (JSON.parse(key) as readonly unknown[])[0] === companyId;
      for (const key of [...answers.keys()]) if (isOf(key)) forget(key);
      return facts.remove(companyId, days);
    },
    async close() {
      answers.clear();
      await facts.close();
    },
  };
}
