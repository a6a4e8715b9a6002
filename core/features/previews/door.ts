export { previewsOfLaunch } from './previews.ts';
