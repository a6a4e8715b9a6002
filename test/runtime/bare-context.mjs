import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** Runs bundles, given as files, in a context that has the language and nothing else; prints what `bundle.run()` gives, if there is such a thing. */
for (const file of process.argv.slice(2)) {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  for (const name of [
    'fetch',
    'URL',
    'setTimeout',
    'TextEncoder',
    'crypto',
    'process',
    'structuredClone',
  ])
    if (runInContext(`typeof ${name}`, context) !== 'undefined')
      throw new Error(`The context is not bare: ${name}`);
  runInContext(readFileSync(file, 'utf8'), context, { filename: file });
  console.log(
    await runInContext(
      'bundle.run ? bundle.run() : JSON.stringify(Object.keys(bundle).length)',
      context,
    ),
  );
}
