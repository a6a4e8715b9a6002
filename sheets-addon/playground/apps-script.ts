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

/** What the script's manifest says that its runtime keeps to. */
export interface Manifest {
  readonly urlFetchWhitelist?: readonly string[];
}

const wordsOf = (error: unknown): string =>
  String((error as { message?: unknown }).message ?? error);

/**
 * A context that stands for Apps Script: V8 without globals of the web or of Node, with the fakes
 * in it. Every call loads the script again, so that nothing in its memory survives.
 */
export function createAppsScript(
  fakes: string,
  code: string,
  { urlFetchWhitelist }: Manifest = {},
): AppsScript {
  const host = createSyncHost();
  // The microtask queue of the context is its own, and it only runs when a script has ended.
  const context = createContext({ __host: ask }, { microtaskMode: 'afterEvaluate' });
  const install = `(function (host) { ${fakes}
__fakes.install(host, ${Date.now()}); })(__host); delete globalThis.__host;`;
  new Script(install).runInContext(context);
  const script = new Script(code, { filename: 'Code.js' });

  function ask(what: string, argument: string): string {
    return what === 'call'
      ? JSON.stringify(call(JSON.parse(argument) as Call))
      : host.call(what, argument);
  }

  const control = (verb: string, argument: unknown = {}): unknown => {
    const text = JSON.stringify(JSON.stringify(argument));
    const answer = new Script(`__control(${JSON.stringify(verb)}, ${text})`).runInContext(
      context,
    ) as string;
    return JSON.parse(answer) as unknown;
  };

  const call = ({
    name,
    args = [],
    mode = 'FULL',
    interactive = true,
    event,
  }: Call): CallResult => {
    let outcome: { ok: true; value: unknown } | { ok: false; error: string };
    try {
      control('begin', { mode, interactive });
    } catch (error) {
      return {
        ok: false,
        error: wordsOf(error),
        calls: 0,
        now: (control('state') as { now: number }).now,
      };
    }
    try {
      script.runInContext(context);
      outcome = {
        ok: true,
        value: control('invoke', { name, args, ...(event === undefined ? {} : { event }) }),
      };
    } catch (error) {
      outcome = { ok: false, error: wordsOf(error) };
    }
    const { calls, dead, now } = control('end') as { calls: number; dead: boolean; now: number };
    // What a script made of being killed is not handed over.
    return {
      ...(dead ? { ok: false, error: 'Exceeded maximum execution time' } : outcome),
      calls,
      now,
    };
  };
  if (urlFetchWhitelist !== undefined) control('set', { allowlist: urlFetchWhitelist });

  return { control, call, close: () => host.close() };
}
