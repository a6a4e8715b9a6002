import { expandName, usesToken } from '../../base/name-tokens.ts';
import type { Write } from '../../ports/store.ts';
import { reserve } from '../../records/sequence.ts';
import type { Plan } from '../plan/plan.ts';
import type { PreparePorts } from './look-up.ts';

/** `{{batch}}` and `{{id}}` are known only now. Numbers for `{{id}}` are taken from the company's sequence. */
export async function expandLateTokens(
  ports: PreparePorts,
  companyId: string,
  slug: string,
  plan: Plan,
  attempt: number,
): Promise<{ plan: Plan; writes: readonly Write[] }> {
  const late = plan.operations.filter(({ name }) => name !== undefined && (usesToken(name, 'batch') || usesToken(name, 'id')));
  if (late.length === 0) return { plan, writes: [] };
  const numbered = late.filter(({ name }) => usesToken(name ?? '', 'id'));
  const count = numbered.length;
  const numbers = count === 0 ? undefined : await reserve(ports, companyId, 'ad-name', { count, attempt });
  const idOf = new Map(numbered.map(({ id }, position) => [id, (numbers?.first ?? 1) + position]));
  const operations = plan.operations.map((operation) => {
    if (operation.name === undefined) return operation;
    const id = idOf.get(operation.id);
    return {
      ...operation,
      name: expandName(operation.name, {
        index: operation.adIndex + 1,
        now: 0,
        timezone: 'UTC',
        adSetName: '',
        batch: slug,
        ...(id === undefined ? {} : { id }),
      }),
    };
  });
  return { plan: { ...plan, operations }, writes: numbers?.writes ?? [] };
}
