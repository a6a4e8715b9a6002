import type { McpFeature } from '../../feature.ts';
import { challengeOf, mountOAuth } from './oauth.ts';

export const tools: McpFeature = { programs: { mount: mountOAuth, challengeOf } };
