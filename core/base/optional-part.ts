import { SlipwayError } from './errors.ts';

/**
 * Loads what needs a package that an installation may leave out. Throws `unavailable` with the
 * command that installs the package where it is missing.
 *
 * @param use what needs it, as the subject of a sentence
 */
export async function optionalPart<T>(use: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Node and Bun: Cannot find package 'pg'. Deno: Could not find package 'pg', or Import "pg" not
    // a dependency.
    const [, module] =
      /(?:package|module|Import) ['"]([^'"./][^'"]*)['"]/.exec(String(error)) ?? [];
    if (module === undefined) throw error;
    // A module of a package is named below it: 'slipway-sandbox/service'.
    const name = module.split('/', module.startsWith('@') ? 2 : 1).join('/');
    const message = `${use} needs the package ${name}, which is not installed here. Install it beside slipway: npm install ${name}`;
    throw new SlipwayError('unavailable', message, {
      cause: error,
      details: [{ path: '', code: 'part_missing', message }],
    });
  }
}
