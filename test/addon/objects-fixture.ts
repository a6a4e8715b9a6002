import { columnOf, type Playground, type Server, table } from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';

/** What people do with the tabs of what exists. */

export interface BroughtIn {
  readonly isOpen: boolean;
  readonly rows: number;
  readonly ended: readonly {
    readonly level: string;
    readonly rows: number;
    readonly typed: number;
    readonly problem?: string;
  }[];
}

export interface ChangesPlan {
  readonly planId: string;
  readonly counts: {
    readonly change: number;
    readonly conflict: number;
    readonly refused: number;
    readonly fresh: number;
  };
  readonly objects: readonly {
    readonly row: number;
    readonly does: readonly string[];
    readonly problem: string;
  }[];
  readonly warnings: readonly string[];
  readonly risky: number;
  readonly left: number;
}

export interface Posted {
  readonly id: string;
  readonly state: string;
  readonly counts: { readonly [outcome: string]: number };
  readonly problems: readonly string[];
  readonly empty: readonly string[];
}

export const LEVELS = ['campaign', 'adset', 'ad'] as const;

export function objectHands(playground: () => Playground, server: () => Server) {
  const hands = {
    async fresh(): Promise<void> {
      await playground().reset();
      await playground().control('set', { newSheetRows: 15 });
      await playground().call('connect', server().adminKey);
    },
    /** As the sidebar does it, call after call. */
    async bringIn(request: object = {}): Promise<BroughtIn> {
      let view = await playground().call<BroughtIn>('bringInObjects', {
        account: ACCOUNT,
        levels: LEVELS,
        ...request,
      });
      while (view.isOpen) view = await playground().call<BroughtIn>('continueBringIn');
      return view;
    },
    rows: async (sheet: string) => table(await playground().look(sheet)),
    async type(sheet: string, id: string, header: string, text: string): Promise<void> {
      const seen = await playground().look(sheet);
      const at = columnOf(seen, 'ID') - 1;
      const row = seen.cells.findIndex((line) => line[at]?.shown === id) + 1;
      await playground().hands({ do: 'type', sheet, row, column: columnOf(seen, header), text });
    },
    /** Writes rows below those of a tab. */
    async write(
      sheet: string,
      rows: readonly { readonly [header: string]: string }[],
    ): Promise<void> {
      const seen = await playground().look(sheet);
      const first = seen.cells.findIndex((line) => line.every(({ shown }) => shown === ''));
      const at = first < 0 ? seen.cells.length : first;
      for (const [i, row] of rows.entries())
        for (const [header, text] of Object.entries({ 'Ad account': ACCOUNT, ...row }))
          await playground().hands({
            do: 'type',
            sheet,
            row: at + 1 + i,
            column: columnOf(seen, header),
            text,
          });
    },
    rowOf: async (sheet: string, id: string) =>
      (await hands.rows(sheet)).find((row) => row.ID === id) ?? {},
    plan: () => playground().call<ChangesPlan>('planChanges'),
    async settled(first: readonly Posted[]): Promise<readonly Posted[]> {
      let posts = first;
      while (posts.some(({ state }) => state !== 'posted' && state !== 'undone'))
        posts = await playground().call<readonly Posted[]>('continuePosts');
      return posts;
    },
    async post(isAgreed = false): Promise<readonly Posted[]> {
      const { planId } = await hands.plan();
      return hands.settled(
        await playground().call<readonly Posted[]>('postChanges', planId, isAgreed),
      );
    },
    removeEmpty: async (id: string) =>
      hands.settled(await playground().call<readonly Posted[]>('removeEmptyOf', id)),
    undo: async (id: string) =>
      hands.settled(await playground().call<readonly Posted[]>('undoPost', id)),
    /** Requests to the service since this was last asked that write something. */
    async writes(): Promise<readonly string[]> {
      const { requests } = await playground().control<{
        requests: { method: string; url: string }[];
      }>('takeCounts');
      return requests
        .filter(({ method }) => method.toUpperCase() === 'POST')
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => !path.endsWith('/plan'));
    },
    /** What the service has of an account, by id. */
    async live(level: string): Promise<ReadonlyMap<string, { readonly [field: string]: unknown }>> {
      const all = new Map<string, { readonly [field: string]: unknown }>();
      for (let after: string | null = ''; after !== null; ) {
        const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
        const page = (await server().ask(
          'GET',
          `/v1/objects?adAccountId=${ACCOUNT}&level=${level}&limit=200${cursor}`,
        )) as unknown as {
          readonly data: readonly {
            readonly id: string;
            readonly values: { readonly [field: string]: unknown };
          }[];
          readonly paging: { readonly after: string | null };
        };
        for (const { id, values } of page.data) all.set(id, values);
        after = page.paging.after;
      }
      return all;
    },
    rename: (entityType: string, entityId: string, name: string) =>
      server().ask('POST', '/v1/manage/rename', {
        businessId: ACCOUNT,
        entityType,
        entityId,
        name,
      }),
  };
  return hands;
}
