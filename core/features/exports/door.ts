export { openExportFile } from './exports.ts';
