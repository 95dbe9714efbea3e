/** Doubles of the platforms and sample messages, for tests of other workspaces. It is not part of the build. */
export {
  type PlatformAnswer,
  type PlatformDouble,
  type ReceivedRequest,
  createPlatformDouble,
} from './createPlatformDouble.js';
export { SAMPLE_MESSAGES } from './messages.js';
