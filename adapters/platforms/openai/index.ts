import type { PlatformModule } from '../module.ts';
import { definition } from './definition.ts';
import { open } from './open.ts';

export const openai: PlatformModule = { definition, open };
