export { serveSandbox } from '../../adapters/simulated/package.ts';
