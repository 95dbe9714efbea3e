import type { Destination } from '../alerts/alertTypes';

/** Whether messages arrive at a destination. */
export type DestinationState = 'works' | 'failing' | 'paused' | 'unused';

/** Returns the state of a destination. `failing`: its last deliveries failed for good, and it is not paused yet. */
export function destinationState({
  pausedAt,
  failures,
  lastSentAt,
}: Pick<Destination, 'pausedAt' | 'failures' | 'lastSentAt'>): DestinationState {
  if (pausedAt !== null) return 'paused';
  if (failures > 0) return 'failing';
  return lastSentAt === null ? 'unused' : 'works';
}
