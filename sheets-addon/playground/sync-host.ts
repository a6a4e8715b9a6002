import { createHash, createHmac, randomUUID } from 'node:crypto';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

/**
 * Cryptography and network for the fakes. Apps Script stands still while it fetches: a worker
 * fetches while this thread sleeps, so the server must live in another process.
 */
interface SyncHost {
  readonly call: (what: string, argument: string) => string;
  close(): Promise<unknown>;
}

const FETCHER = `
  const { workerData } = require('node:worker_threads');
  const { port, signal } = workerData;
  const formOf = (parts) => {
    const form = new FormData();
    for (const { name, text, base64, filename, type } of parts)
      if (base64 === undefined) form.append(name, text);
      else form.append(name, new Blob([Buffer.from(base64, 'base64')], { type }), filename);
    return form;
  };
  port.on('message', async ({ number, url, method, headers, body: text, base64, parts }) => {
    let answer;
    try {
      const body = parts !== undefined ? formOf(parts) : base64 !== undefined ? Buffer.from(base64, 'base64') : text;
      const response = await fetch(url, { method, headers, body, redirect: 'follow' });
      const content = Buffer.from(await response.arrayBuffer());
      const isBinary = /^(image|video)[/]/.test(response.headers.get('content-type') ?? '');
      answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: isBinary ? '' : content.toString('utf8'),
        ...(isBinary ? { base64: content.toString('base64') } : {}),
      };
    } catch (error) {
      answer = { status: 0, headers: {}, text: '', failed: 'Address unavailable: ' + url };
    }
    port.postMessage(JSON.stringify(answer));
    Atomics.store(signal, 0, number);
    Atomics.notify(signal, 0);
  });
`;

export function createSyncHost(): SyncHost {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(FETCHER, {
    eval: true,
    workerData: { port: port2, signal },
    transferList: [port2],
  });
  worker.unref();

  let asked = 0;
  const fetchSync = (request: object): string => {
    const number = ++asked;
    port1.postMessage({ ...request, number });
    // The signal is the number of the last answer: the worker may have stored it before this thread
    // waited, and then its notification wakes the wait for the next answer, which is not there yet.
    while (Atomics.load(signal, 0) !== number) Atomics.wait(signal, 0, number - 1);
    return String(receiveMessageOnPort(port1)?.message);
  };
  const signed = (bytes: Uint8Array): string =>
    JSON.stringify(Array.from(bytes, (byte) => (byte << 24) >> 24));
  const unsigned = (bytes: readonly number[]): Uint8Array =>
    Uint8Array.from(bytes, (byte) => byte & 0xff);

  return {
    call(what, argument) {
      switch (what) {
        case 'fetch':
          return fetchSync(JSON.parse(argument));
        case 'digest':
          return signed(
            createHash('sha256')
              .update(unsigned(JSON.parse(argument)))
              .digest(),
          );
        case 'hmac': {
          const { value, key } = JSON.parse(argument) as { value: number[]; key: number[] };
          return signed(createHmac('sha256', unsigned(key)).update(unsigned(value)).digest());
        }
        case 'uuid':
          return randomUUID();
        default:
          // Sleeping costs virtual time alone.
          return '';
      }
    },
    async close() {
      port1.close();
      return worker.terminate();
    },
  };
}
