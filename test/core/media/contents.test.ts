import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createNodeSecrets } from '../../../adapters/runtime/node-secrets.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import type { Caller } from '../../../core/access/caller.ts';
import { acceptFile, type MediaPorts } from '../../../core/media/accept.ts';
import { contentKind, holdContent, REMOVAL_MS } from '../../../core/media/contents.ts';
import { deleteMedia } from '../../../core/media/library.ts';
import { mediaKind } from '../../../core/media/records.ts';
import type { IncomingFile } from '../../../core/ports/media-files.ts';
import { allOf } from '../../../core/records/list.ts';

const caller: Caller = { companyId: 'acme', keyId: 'key_1', scopes: ['admin'] };
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A company's media over a store and files whose every step goes through `step`. */
function fixture(step: <T>(work: () => Promise<T>) => Promise<T> = (work) => work()) {
  const store = createMemoryStore();
  const clock = createManualClock();
  const kept = new Set<string>();
  const ports: MediaPorts = {
    store: {
      get: (kind, companyId, id) => step(() => store.get(kind, companyId, id)),
      find: (kind, companyId, query) => step(() => store.find(kind, companyId, query)),
      count: (kind, companyId, query) => step(() => store.count(kind, companyId, query)),
      commit: (writes) => step(() => store.commit(writes)),
      close: () => store.close(),
    },
    clock: { ...clock, sleep: () => step(async () => undefined) },
    secrets: createNodeSecrets('a secret that is long enough'),
    files: {
      receive: () => Promise.reject(new Error('not asked for here')),
      read: async () => undefined,
      remove: (_company, sha256) =>
        step(async () => {
          kept.delete(sha256);
        }),
    },
    publicUrl: 'https://slipway.test',
  };
  const incoming = (sha256: string): IncomingFile => ({
    sha256,
    bytes: PNG.length,
    head: PNG,
    measure: async () => ({ format: 'png', size: PNG.length, width: 1, height: 1 }),
    keep: () =>
      step(async () => {
        kept.add(sha256);
      }),
    load: async () => PNG,
    discard: async () => undefined,
  });
  const upload = (sha256: string) =>
    acceptFile(ports, caller, { incoming: incoming(sha256), originalName: 'a.png' });
  return {
    store,
    clock,
    ports,
    kept,
    upload,
    remove: (id: number) => deleteMedia(ports, caller, id),
  };
}

test('however uploads and deletions of the same bytes fall together, the bytes are there as long as a file has them', async () => {
  const act = fc.record({
    verb: fc.constantFrom('upload', 'upload', 'delete'),
    content: fc.constantFrom('x', 'y'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(act, { minLength: 2, maxLength: 6 }),
      async (scheduler, acts) => {
        const { store, kept, upload, remove } = fixture(async (work) => {
          await scheduler.schedule(Promise.resolve());
          const result = await work();
          await scheduler.schedule(Promise.resolve());
          return result;
        });
        const first = await scheduler.waitFor(Promise.all([upload('x'), upload('y')]));
        const ids = { x: first[0].id, y: first[1].id };
        await scheduler.waitFor(
          Promise.all(
            acts.map(({ verb, content }) =>
              verb === 'upload'
                ? upload(content)
                : // Of several deletions of one file all but one find it gone.
                  remove(ids[content]).catch((error: { code?: string }) =>
                    expect(error.code).toBe('not_found'),
                  ),
            ),
          ),
        );
        const files = await allOf(store, mediaKind, 'acme');
        expect([...kept].sort()).toEqual([...new Set(files.map(({ doc }) => doc.sha256))].sort());
      },
    ),
    { numRuns: 300 },
  );
});

test('a removal whose process died holds nobody up for long', async () => {
  const { store, clock, ports } = fixture();
  const began = clock.monotonic();
  await store.commit([
    {
      kind: contentKind,
      companyId: 'acme',
      id: 'x',
      expect: 'absent',
      doc: { removing: clock.now() },
    },
  ]);
  // Set ahead, a clock does not make the removal look older than it was seen to be.
  clock.step(REMOVAL_MS);
  const patient = { ...ports, clock: { ...clock, sleep: (ms: number) => clock.advance(ms) } };
  await holdContent(patient, 'acme', 'x');
  expect(clock.monotonic() - began).toBeGreaterThanOrEqual(REMOVAL_MS);
});
