import { createContext, Script } from 'node:vm';
import { createSyncHost } from './sync-host.ts';

/** A call of one of the script's functions. */
export interface Call {
  readonly name: string;
  readonly args?: readonly unknown[];
  /** FULL unless said otherwise. */
  readonly mode?: 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';
  /** False for time triggers. */
  readonly interactive?: boolean;
  /** Hands over an edit event of this cell instead of the arguments. */
  readonly event?: {
    readonly sheet: string;
    readonly row: number;
    readonly column: number;
    readonly rows?: number;
    readonly columns?: number;
  };
}

type CallResult = { readonly calls: number; readonly now: number } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string }
);

export interface AppsScript {
  call(call: Call): CallResult;
  /** Speaks with the fakes: see fakes/main.ts. */
  control(verb: string, argument?: unknown): unknown;
  close(): Promise<unknown>;
}

/**
 * A context that stands for Apps Script: V8 without any of the web's or Node's globals, and the fakes of
 * Google's services in it. The script is loaded anew for every call, as Apps Script does, so that nothing
 * in its memory survives from one call to the next.
 */
export function createAppsScript(fakes: string, code: string): AppsScript {
  const host = createSyncHost();
  // The microtask queue of the context is its own, and it only runs when a script has ended.
  const context = createContext({ __host: host.call }, { microtaskMode: 'afterEvaluate' });
  const install = `(function (host) { ${fakes}
__fakes.install(host, ${Date.now()}); })(__host); delete globalThis.__host;`;
  new Script(install).runInContext(context);
  const script = new Script(code, { filename: 'Code.js' });

  const control = (verb: string, argument: unknown = {}): unknown => {
    const text = JSON.stringify(JSON.stringify(argument));
    const answer = new Script(`__control(${JSON.stringify(verb)}, ${text})`).runInContext(context) as string;
    return JSON.parse(answer) as unknown;
  };

  return {
    control,
    call({ name, args = [], mode = 'FULL', interactive = true, event }) {
      control('begin', { mode, interactive });
      let outcome: { ok: true; value: unknown } | { ok: false; error: string };
      try {
        script.runInContext(context);
        outcome = { ok: true, value: control('invoke', { name, args, ...(event === undefined ? {} : { event }) }) };
      } catch (error) {
        outcome = { ok: false, error: String((error as { message?: unknown }).message ?? error) };
      }
      const { calls, dead, now } = control('end') as { calls: number; dead: boolean; now: number };
      // Whatever a script made of being killed, nobody hears of it.
      return { ...(dead ? { ok: false, error: 'Exceeded maximum execution time' } : outcome), calls, now };
    },
    close: () => host.close(),
  };
}
