import { useBackend } from '../backend.ts';
import { standaloneBackend } from './backend.ts';

/** The same functions as the add-on's, answered by the script itself. */
useBackend(standaloneBackend);

export * from '../main.ts';
