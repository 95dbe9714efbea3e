import { wholeNumber, type EnvReader } from '@sluice/runtime';
import type { UnreadLimits } from './unreadBytes.js';

const MIB = 1_048_576;

/** Limits of unread responses, the same in every management service: 64 MiB and 256 MiB. */
export const DEFAULT_UNREAD_LIMITS: UnreadLimits = { perTokenBytes: 64 * MIB, perProcessBytes: 256 * MIB };

/** Reads `MAX_UNREAD_MB_PER_TOKEN` and `MAX_UNREAD_MB`. */
export function readUnreadLimits({ get }: EnvReader): UnreadLimits {
  const mebibytes = (name: string, fallback: number): number => get(name, fallback / MIB, wholeNumber(1, 65_536)) * MIB;
  return {
    perTokenBytes: mebibytes('MAX_UNREAD_MB_PER_TOKEN', DEFAULT_UNREAD_LIMITS.perTokenBytes),
    perProcessBytes: mebibytes('MAX_UNREAD_MB', DEFAULT_UNREAD_LIMITS.perProcessBytes),
  };
}
