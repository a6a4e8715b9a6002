import { afterEach } from 'vitest';
import { type BunProcess, readyLine, startBun, type Variables } from './bun-process.ts';

/** The `slipway` command as a process of its own. Ended after each test. */
export function useProcesses() {
  const started: BunProcess[] = [];
  afterEach(() => {
    for (const { child } of started.splice(0)) child.kill('SIGKILL');
  });

  return (args: readonly string[], env: Variables = {}) => {
    const running = startBun('server/cli/main.ts', args, { SLIPWAY_LOG: 'off', ...env });
    started.push(running);
    return {
      ...running,
      end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
        running.child.kill(signal);
        return running.exit;
      },
      /** Its first line, as JSON. */
      ready: () => readyLine(running),
    };
  };
}
