import { kind } from '../../../core/ports/store.ts';

export interface Boat {
  readonly name?: string;
  readonly size?: number;
  readonly tag?: string;
  readonly [more: string]: unknown;
}

export const boats = kind<Boat>('boat', { name: 'string', size: 'number', tag: 'string' });
export const ports = kind<{ readonly city?: string }>('port', { city: 'string' });

export const tasks = kind<{ readonly holder?: string }>('task', { holder: 'string' });
export const purses = kind<{ readonly coins: number }>('purse', { coins: 'number' });

/** Written in pairs by the process that gets killed. */
export const left = kind<{ readonly turn: number }>('left', { turn: 'number' });
export const right = kind<{ readonly turn: number }>('right', { turn: 'number' });
