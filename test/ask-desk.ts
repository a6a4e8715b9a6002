import { inject } from 'vitest';

/**
 * What all tests of this run share, made when first asked for: `/postgres`, `/package`
 * (test/desk.ts).
 */
export async function askDesk(path: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${inject('desk')}${path}`);
    const told = await answer.text();
    if (!answer.ok) throw new Error(told);
    // 202: it is still being made. No request waits longer than clients do.
    if (answer.status === 200) return told;
  }
}
