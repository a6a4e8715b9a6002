import { once } from 'node:events';
import { pause, randomSource } from '../chaos/processes.ts';
import { residentBytes, type ServicePlace, type ServiceProcess, startService } from './service.ts';

/** How often a load balancer asks whether a process is ready. Much shorter than the drain. */
const PROBE_MS = 250;
export const DRAIN_SECONDS = 3;

/**
 * Processes of one installation behind a load balancer that asks for their readiness, and what
 * happens to them.
 */
export interface Pool {
  /** An API process that said it is ready; waits until there is one. */
  pick(random: () => number): Promise<ServiceProcess>;
  /** Whether this process was killed, so that connections to it are cut by rights. */
  isKilled(process: ServiceProcess): boolean;
  /** kill -9 on one of them, or of those with a role, which is then replaced. */
  killOne(which: number, role?: ServiceProcess['role']): Promise<void>;
  /** Asks one after the other to end and starts another in its place, until told to stop. */
  roll(isOver: () => boolean): Promise<void>;
  memory(): number;
  /** Processes that were asked to end and did not end with 0. */
  unclean(): number;
  counts(): { readonly kills: number; readonly restarts: number };
  stop(): void;
}

type Up = { process: ServiceProcess; isReady: boolean; isBusy: boolean };

export async function openPool(
  first: ServiceProcess,
  apis: number,
  workers: number,
  place: ServicePlace,
): Promise<Pool> {
  const killed = new Set<ServiceProcess>();
  const wanted = [
    ...Array<'api'>(apis - 1).fill('api'),
    ...Array<'worker'>(workers).fill('worker'),
  ];
  const others = await Promise.all(wanted.map((role) => startService(role, 0, place)));
  const members: Up[] = [first, ...others].map((process) => ({
    process,
    isReady: true,
    isBusy: false,
  }));
  let [kills, restarts, unclean, isStopped] = [0, 0, 0, false];

  const probe = async (member: Up): Promise<void> => {
    const { process } = member;
    const answer = await fetch(`${process.url}/v1/health/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    // Another may have taken its place meanwhile.
    if (member.process === process) member.isReady = answer?.status === 200;
  };
  const balance = async (): Promise<void> => {
    while (!isStopped) {
      await Promise.all(members.filter(({ process }) => process.role === 'api').map(probe));
      await pause(PROBE_MS);
    }
  };
  void balance();

  const replace = async (member: Up): Promise<void> => {
    const { role, url } = member.process;
    member.isReady = false;
    member.process = await startService(role, Number(new URL(url).port), place);
    await probe(member);
    member.isBusy = false;
  };
  const restart = async (member: Up): Promise<void> => {
    member.isBusy = true;
    const { child } = member.process;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await exit;
    if (code !== 0) unclean += 1;
    restarts += 1;
    await replace(member);
  };

  return {
    async pick(random) {
      for (;;) {
        const ready = members.filter(({ process, isReady }) => process.role === 'api' && isReady);
        const one = ready[Math.floor(random() * ready.length)];
        if (one !== undefined) return one.process;
        await pause(50);
      }
    },
    isKilled: (process) => killed.has(process),
    async killOne(which, role) {
      const able = members.filter(
        ({ isBusy, process }) => !isBusy && (role ?? process.role) === process.role,
      );
      const member = able[Math.floor(which * able.length)];
      if (member === undefined) return;
      member.isBusy = true;
      killed.add(member.process);
      const gone = once(member.process.child, 'exit');
      member.process.child.kill('SIGKILL');
      kills += 1;
      await gone;
      await replace(member);
    },
    async roll(isOver) {
      const random = randomSource(members.length);
      for (let i = 0; !isOver(); i++) {
        const member = members[i % members.length];
        if (member !== undefined && !member.isBusy) await restart(member);
        await pause(300 + random() * 1_000);
      }
    },
    memory: () =>
      members.reduce((sum, { process }) => sum + residentBytes(process), 0) / members.length,
    unclean: () => unclean,
    counts: () => ({ kills, restarts }),
    stop() {
      isStopped = true;
      for (const { process } of members) process.child.kill('SIGKILL');
    },
  };
}
