/** Prints how many milliseconds importing a module took. */
const start = performance.now();
await import(process.argv[2]);
console.log((performance.now() - start).toFixed(1));
process.exit(0);
