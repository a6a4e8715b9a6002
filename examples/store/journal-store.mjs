// A store of your own: a journal of commits, one line of JSON each, replayed into the store in memory, which has all the rules
// of documents and queries. Processes on one file take turns by a lock. It passes the store suite of slipway/testing.
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryStore } from 'slipway/adapters/store-memory';

/** @returns {Promise<import('slipway/core').Store>} */
export async function openJournalStore({ path }) {
  closeSync(openSync(path, 'a', 0o600));
  /** By kind: every field that this program has found documents by. */
  const indexes = new Map();
  let memory = createMemoryStore();
  let read = 0;
  let turn = Promise.resolve();

  const inTurn = (work) => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const forget = () => {
    memory = createMemoryStore();
    read = 0;
  };
  /** A field that is indexed from now on is looked up in what was written before, too. */
  const know = ({ name, index }) => {
    const known = indexes.get(name) ?? {};
    if (Object.keys(index).every((field) => field in known)) return;
    indexes.set(name, { ...known, ...index });
    forget();
  };
  const indexed = ({ kind, ...write }, declared = {}) => {
    const fields = Object.entries(indexes.get(kind.name) ?? {}).filter(([field, type]) =>
      fits(write.doc?.[field], type),
    );
    return {
      ...write,
      kind: { name: kind.name, index: { ...Object.fromEntries(fields), ...declared } },
    };
  };
  /** Reads what was committed since, here or by another process. A line without its end was cut off: it is not committed. */
  const catchUp = async () => {
    const size = statSync(path).size;
    if (size <= read) return;
    const bytes = Buffer.alloc(size - read);
    const file = openSync(path, 'r');
    const length = readSync(file, bytes, 0, bytes.length, read);
    closeSync(file);
    const end = bytes.subarray(0, length).lastIndexOf('\n') + 1;
    for (const line of bytes.toString('utf8', 0, end).split('\n').slice(0, -1))
      await memory.commit(JSON.parse(line).map((write) => indexed(write)));
    read += end;
  };
  const append = (writes) => {
    const line = Buffer.from(
      `${JSON.stringify(writes.map(({ kind, ...write }) => ({ kind: { name: kind.name }, ...write })))}\n`,
    );
    const file = openSync(path, 'r+');
    try {
      ftruncateSync(file, read);
      for (let at = 0; at < line.length; )
        at += writeSync(file, line, at, line.length - at, read + at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    read += line.length;
  };
  const ask = (kind, question) =>
    inTurn(async () => {
      know(kind);
      await catchUp();
      return question();
    });

  return {
    get: (kind, companyId, id) => ask(kind, () => memory.get(kind, companyId, id)),
    find: (kind, companyId, query) => ask(kind, () => memory.find(kind, companyId, query)),
    count: (kind, companyId, query) => ask(kind, () => memory.count(kind, companyId, query)),
    async commit(given) {
      // Before anything is waited for: the caller may go on to change its documents.
      const writes = given.map((write) => ({ ...write, doc: structuredClone(write.doc) }));
      return inTurn(() =>
        locked(`${path}.lock`, async () => {
          for (const { kind } of writes) know(kind);
          await catchUp();
          const conflict = await memory.commit(
            writes.map((write) => indexed(write, write.kind.index)),
          );
          if (conflict !== undefined) return conflict;
          try {
            append(writes);
          } catch (error) {
            forget();
            throw error;
          }
        }),
      );
    },
    close: () => inTurn(forget),
  };
}

/** Whether a value can be found by: another version of the program may have written what cannot. */
const fits = (value, type) => {
  if (type === 'strings')
    return (
      Array.isArray(value) && value.length <= 500 && value.every((each) => fits(each, 'string'))
    );
  if (type === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.length <= 300 && !/[\0\ud800-\udfff]/u.test(value);
};

/** One at a time, of all processes. The lock of a process that has died is taken away. */
async function locked(lock, work) {
  while (!taken(lock)) {
    if (isLeft(lock) && taken(`${lock}.takeover`)) {
      // Looked at again: another process may have taken it over meanwhile.
      if (isLeft(lock)) rmSync(lock);
      rmSync(`${lock}.takeover`);
    } else await sleep(1 + Math.random() * 4);
  }
  try {
    return await work();
  } finally {
    rmSync(lock);
  }
}

/** Made under another name first, so that a lock never is without the process that holds it. */
function taken(lock) {
  const own = `${lock}.${process.pid}.${Math.random()}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

function isLeft(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
