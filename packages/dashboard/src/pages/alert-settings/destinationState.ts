import type { Destination } from '../alerts/alertTypes';

/** Whether messages arrive at a destination. */
export type DestinationState = 'works' | 'failing' | 'paused' | 'unused';

/** Returns the state of a destination. `failing`: its last message or test failed, and it is not paused. */
export function destinationState({
  pausedAt,
  failures,
  lastProblem,
  lastSentAt,
}: Pick<Destination, 'pausedAt' | 'failures' | 'lastProblem' | 'lastSentAt'>): DestinationState {
  if (pausedAt !== null) return 'paused';
  if (failures > 0 || lastProblem !== null) return 'failing';
  return lastSentAt === null ? 'unused' : 'works';
}
