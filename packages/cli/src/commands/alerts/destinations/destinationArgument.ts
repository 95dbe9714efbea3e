import type { Flag } from '../../../client/clientCommand.js';

/** The argument of commands about one destination. */
export const DESTINATION: Flag = ['<destination>', 'id of the destination'];

/** Below the organization. */
export const DESTINATIONS_PATH = ['alerts', 'destinations'] as const;
