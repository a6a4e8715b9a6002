/** `slipway/adapters/sandbox-kit`: the parts of the package under their first name. */
export * from 'slipway-sandbox/kit';
