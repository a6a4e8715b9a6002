import type { DayCounts } from '../../../../core/ports/day-counts.ts';
import type { DayQuota } from '../../../../core/ports/platform-launch.ts';
import type { Secrets } from '../../../../core/ports/secrets.ts';
import type { Gate } from '../../kit/gates.ts';
import type { Call, Caller } from '../../kit/requests.ts';

/** Operations in 24 hours, as Google's page about access levels has them. */
const limits: { readonly [level: string]: number | 'unlimited' } = {
  test: 15_000,
  explorer: 2_880,
  basic: 15_000,
  standard: 'unlimited',
};

export interface DayCounting {
  counted(gate: Gate): Gate;
  /** Undefined where nothing is counted. */
  quota(caller: Caller): Promise<DayQuota | undefined>;
}

/** Access belongs to the project of the OAuth client. */
export const tokenOf = ({ credentials }: Caller): string => credentials.clientId ?? '';

/** Counts operations for all workers; plans show them, and nothing is held back. */
export function createDayCounting(counts: DayCounts | undefined, secrets: Secrets): DayCounting {
  // The token is a secret.
  const keyOf = async (caller: Caller): Promise<string> => `google:${(await secrets.sha256(tokenOf(caller))).slice(0, 40)}`;
  return {
    counted: (gate) =>
      counts === undefined
        ? gate
        : {
            ...gate,
            async turn(caller, call) {
              const waitMs = await gate.turn(caller, call);
              const operations = waitMs === 0 ? operationsIn(call) : 0;
              if (operations > 0) counts.add(await keyOf(caller), operations);
              return waitMs;
            },
          },
    async quota(caller) {
      if (counts === undefined) return undefined;
      const level = caller.credentials.accessLevel?.trim().toLowerCase() ?? '';
      return { used: await counts.lastDay(await keyOf(caller)), limit: Object.hasOwn(limits, level) ? limits[level] : undefined };
    },
  };
}

/** A query counts once, whatever its pages; a mutate counts its items; all else counts once. */
function operationsIn({ path, body = {} }: Call): number {
  const { operations, mutateOperations, pageToken } = body as { readonly [name: string]: unknown }; // lists are never sent
  if (path.endsWith(':mutate')) return listLength(operations) + listLength(mutateOperations);
  return pageToken === undefined ? 1 : 0;
}

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
