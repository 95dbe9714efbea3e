import type { Integration } from '../core/client.js';
import { createReplay, type ReplayOptions } from './createReplay.js';

export type { ReplayOptions };

/**
 * Records what visitors see, everything masked, and tells exceptions by `replay.id` which recording they are in. A visit
 * that is not sampled (`sampleRate` 0.1, `errorSampleRate` 1) loads nothing.
 */
export const replay: (options?: ReplayOptions) => Integration = /* @__PURE__ */ createReplay(
  () => import('./chunk.js'),
);
