import { createAuthenticator } from '../../core/access/authenticate.ts';
import type { Caller } from '../../core/access/caller.ts';
import { PlatformError, SlipwayError } from '../../core/base/errors.ts';
import type { AssembledPorts } from '../../core/operations/feature.ts';
import { invoke } from '../../server/invoke.ts';
import type { KeyHolder } from './opened.ts';
import { operationNamed, type Process } from './process.ts';
import type { Owner } from './schedule.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are operations.
export type Body = any;

export interface Request {
  readonly operation: string;
  readonly input: object;
}

/**
 * What a person was told in the end. `unknown`: the answer itself says that it may have been done
 * all the same.
 */
export type Told =
  | { readonly is: 'answered'; readonly body: Body }
  /** `wasSilent`: an attempt before it had no answer. */
  | { readonly is: 'refused'; readonly error: SlipwayError; readonly wasSilent?: boolean }
  | { readonly is: 'unknown' };

/** Where people find the service: the processes that live now. */
export interface Door {
  /** Absent while there is none. */
  process(): Process | undefined;
  /** Whether the bad time is over: then a person asks until there is an answer. */
  isHealed(): boolean;
}

export interface Person {
  readonly owner: Owner;
  readonly caller: Caller;
  pause(ms: number): Promise<void>;
  /** Asks, again and again under the same key, until there is an answer to go by. */
  ask(request: Request): Promise<Told>;
  /** Asks one time. */
  once(request: Request, idempotencyKey: string | undefined): Promise<Once>;
}

/** Longer than the service lets a request wait. */
const PATIENCE_MS = 300_000;
const MOST_TRIES = 40;

export type Once = Told | { readonly is: 'nothing' };

/** @param caller one with a secret is let in by it, each time anew */
export function createPerson(
  world: World,
  door: Door,
  name: string,
  caller: Caller | KeyHolder,
): Person {
  const { schedule, choices, faults, note } = world;
  const owner: Owner = { name: `person ${name}`, isDead: false, frozenUntil: 0 };
  const pause = (ms: number) => new Promise<void>((resolve) => schedule.after(ms, owner, resolve));
  let keys = 0;
  const letIn = async (ports: AssembledPorts): Promise<Caller> =>
    'secret' in caller
      ? createAuthenticator(ports).identify(
          { authorization: `Bearer ${caller.secret}` },
          { address: () => undefined },
        )
      : caller;

  /** Keys of requests that were doubled, while the second is on its way. */
  const onTheWay = new Map<string, number>();
  const askOnce = async (
    { operation, input }: Request,
    idempotencyKey: string | undefined,
  ): Promise<Once> => {
    const process = door.process();
    if (process === undefined) return { is: 'nothing' };
    const patience = faults.strikes('client gives up')
      ? choices.int('patience', 20_000)
      : PATIENCE_MS;
    // What is asked of a process that dies is never answered.
    const heardFrom = ({ ports }: Process): Promise<Once> =>
      letIn(ports)
        .then((who) =>
          invoke(ports, operationNamed(ports, operation), who, {
            input,
            ...(idempotencyKey !== undefined && { idempotencyKey }),
          }),
        )
        .then(
          (body): Once => ({ is: 'answered', body }),
          (error: unknown): Once => heardOf(error),
        );
    const heard = heardFrom(process);
    // What stands between may send a request a second time, at once, to another process. Nobody
    // hears that one's answer.
    const twin =
      idempotencyKey !== undefined && faults.strikes('request doubled')
        ? door.process()
        : undefined;
    if (twin !== undefined && idempotencyKey !== undefined) {
      const count = (by: number) =>
        onTheWay.set(idempotencyKey, (onTheWay.get(idempotencyKey) ?? 0) + by);
      count(1);
      void heardFrom(twin).finally(() => count(-1));
    }
    const gaveUp = pause(patience).then((): Once => ({ is: 'nothing' }));
    return Promise.race([heard, gaveUp]);
  };

  return {
    owner,
    caller,
    pause,
    once: askOnce,
    async ask(request) {
      keys += 1;
      const key = `${name} ${keys}`;
      note(`${owner.name} asks ${request.operation} ${key} ${JSON.stringify(request.input)}`);
      let wasSilent = false;
      for (let tries = 1; ; tries += door.isHealed() ? 1 : 0) {
        const told = await askOnce(request, key);
        note(
          `${owner.name} hears ${key} ${told.is} ${'error' in told ? `${told.error.code}: ${told.error.message}` : ''}`,
        );
        // A key that was refused may be used again: what comes later under it, from wherever, may
        // be carried out.
        const isOpen = (onTheWay.get(key) ?? 0) > 0;
        if (told.is === 'refused' && (isOpen || (wasSilent && leavesOpen(told.error))))
          return { is: 'unknown' };
        if (told.is === 'nothing' || told.is === 'unknown') wasSilent = true;
        if (told.is !== 'nothing' && (told.is !== 'unknown' || (door.isHealed() && tries > 8)))
          return told.is === 'refused' ? { ...told, wasSilent } : told;
        if (tries === MOST_TRIES) throw new Error(`${request.operation} of ${name} has no answer.`);
        await pause(1_000 + choices.int('again', 20_000));
      }
    },
  };
}

/**
 * After an attempt without an answer: with a dead token, or none, nobody can know what it did, and
 * what others have changed since may have been done before.
 */
const leavesOpen = (error: SlipwayError): boolean =>
  error instanceof PlatformError
    ? error.failure.class === 'auth'
    : error.code === 'not_found' || error.details.some(({ code }) => code === 'changed_since');

/** An error of the service itself is no answer: the request is repeated. */
function heardOf(error: unknown): Once {
  if (error instanceof PlatformError) {
    const { failure } = error;
    if (failure.class === 'transient') return { is: 'unknown' };
    return failure.retryable ? { is: 'nothing' } : { is: 'refused', error };
  }
  if (!(error instanceof SlipwayError)) {
    const words = error instanceof Error ? error.message : String(error);
    if (/of its own|A story has no|This test has no|is not a function|undefined/.test(words))
      throw error;
    return { is: 'nothing' };
  }
  const isPassing =
    error.code === 'unavailable' ||
    error.code === 'internal_server_error' ||
    (error.code === 'conflict' && (error.details ?? []).some(({ code }) => code === 'in_progress'));
  return isPassing ? { is: 'nothing' } : { is: 'refused', error };
}
