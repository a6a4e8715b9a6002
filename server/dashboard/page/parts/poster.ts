import { client } from '../base/api.ts';

const LONGEST = 960;
const PATIENCE_MS = 15_000;

/**
 * Sends a frame of an uploaded video, for its thumbnails. A video that the browser cannot play has
 * none.
 */
export async function sendPoster(id: number, file: File): Promise<void> {
  const url = URL.createObjectURL(file);
  try {
    const video = await framed(url);
    const image = video === undefined ? undefined : pictureOf(video);
    if (image !== undefined) await client.media.setPoster({ id, image });
  } catch {
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Seeks a second, or to the middle of a shorter video. */
function framed(url: string): Promise<HTMLVideoElement | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
    const settle = (result: HTMLVideoElement | undefined): void => {
      clearTimeout(timer);
      resolve(result);
    };
    video.addEventListener('error', () => settle(undefined));
    video.addEventListener('loadeddata', () => {
      const { duration } = video;
      video.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 2) : 0.01;
    });
    video.addEventListener('seeked', () => settle(video));
    video.src = url;
  });
}

function pictureOf(video: HTMLVideoElement): string | undefined {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const drawing = canvas.getContext('2d');
  if (drawing === null || canvas.width === 0) return undefined;
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85).split(',')[1];
}
