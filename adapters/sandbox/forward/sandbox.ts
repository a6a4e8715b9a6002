/** `slipway/sandbox`: the package under its first name. */
export * from 'slipway-sandbox';
