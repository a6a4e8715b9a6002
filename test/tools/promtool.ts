import { spawnSync } from 'node:child_process';

/** Prometheus's own tool for its rules; Debian has it in the package `prometheus`. */
export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** What `promtool test rules` says of a file. */
export function testRules(file: string): { readonly ok: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  return { ok: status === 0, said: `${stdout}${stderr}` };
}
