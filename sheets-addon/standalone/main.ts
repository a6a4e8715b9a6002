import { definition } from '../../adapters/platforms/meta/definition.ts';
import { useHost } from '../base/host.ts';
import { features } from '../features/registry.ts';
import { useFeatures } from '../frame/feature.ts';
import { standaloneBackend } from './backend.ts';

/** The same functions as the add-on's, answered by the script itself. */
useHost({ backend: standaloneBackend, platforms: [definition] });
useFeatures(Object.values(features));

export { features };
