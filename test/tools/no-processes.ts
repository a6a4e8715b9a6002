/** Stands in for what starts processes while the unit tests run, so that a test whose tag was forgotten is told. */
function refuse(): never {
  throw new Error('This test starts a process. Give it the tag `process`, and npm run test:unit leaves it out.');
}

export { refuse as build, refuse as execFile, refuse as execFileSync, refuse as fork, refuse as spawn, refuse as spawnSync };
