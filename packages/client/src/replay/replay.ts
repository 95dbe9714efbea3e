import type { Integration } from '../core/client.js';
import { createReplay, type ReplayOptions } from './createReplay.js';

export type { ReplayOptions };

/**
 * Records masked session replays and adds `replay.id` to exceptions. A visit that is not sampled (`sampleRate` 0.1,
 * `errorSampleRate` 1) loads no code.
 */
export const replay: (options?: ReplayOptions) => Integration = /* @__PURE__ */ createReplay(
  () => import('./chunk.js'),
);
