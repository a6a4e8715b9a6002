import type { LaunchOperation } from './ports.ts';

export type UploadOperation = Extract<LaunchOperation, { kind: 'image' | 'video' }>;
export type ReadyOperation = Extract<LaunchOperation, { kind: 'ready' }>;
export type CreativeOperation = Extract<LaunchOperation, { kind: 'creative' }>;
export type AdOperation = Extract<LaunchOperation, { kind: 'ad' }>;

export const isUpload = (operation: LaunchOperation): operation is UploadOperation =>
  operation.kind === 'image' || operation.kind === 'video';
export const isVideo = (operation: LaunchOperation): operation is UploadOperation =>
  operation.kind === 'video';
export const isReady = (operation: LaunchOperation): operation is ReadyOperation =>
  operation.kind === 'ready';
export const isCreative = (operation: LaunchOperation): operation is CreativeOperation =>
  operation.kind === 'creative';
export const isAd = (operation: LaunchOperation): operation is AdOperation =>
  operation.kind === 'ad';
