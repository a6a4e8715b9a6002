/** The sandbox is an entry point of its own: importing it starts it. */
export const serveSandbox = (): Promise<unknown> => import('../../adapters/sandbox/serve.ts');
