export { cellOf, changesOfTable, type RowFault } from './file.ts';
