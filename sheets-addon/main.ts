import { platformDefinitions } from '../adapters/platforms/definitions.ts';
import { useHost } from './base/host.ts';
import { features } from './features/registry.ts';
import { useFeatures } from './frame/feature.ts';
import { serverBackend } from './server-backend.ts';

/**
 * The add-on of a server. Nothing else runs on loading: the menu appears also where the add-on is
 * not enabled.
 */
useHost({ backend: serverBackend, platforms: platformDefinitions });
useFeatures(Object.values(features));

export { features };
