import { wholeOrganization, type Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { AlertMessage } from '../alertMessage.js';
import { pausedMessage } from '../pausedMessage.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';
import { readAlertPlace } from '../sql/deliveries/messageFacts.js';
import type { Pause } from '../sql/deliveries/reportPause.js';
import { pageUrls } from '../words/pageUrls.js';

/** Returns what describes a pause of a destination to its owners; `undefined` if the organization was erased. */
export type PauseReader = (destination: AlertDestination) => Promise<((pause: Pause) => AlertMessage) | undefined>;

/** Creates a reader. @param deps `publicUrl`: `undefined` if messages have no links */
export const createPauseReader =
  ({
    db,
    publicUrl,
    clock,
  }: {
    readonly db: Database;
    readonly publicUrl: string | undefined;
    readonly clock: Clock;
  }): PauseReader =>
  async (destination) => {
    const place = await readAlertPlace(db, wholeOrganization(destination.organizationId));
    if (place === undefined) return undefined;
    const { organization } = place;
    const url = publicUrl === undefined ? null : pageUrls(publicUrl, place).destination(destination.id);
    const at = new Date(clock()).toISOString();
    return (pause) => pausedMessage({ ...pause, organization, destination, url, at });
  };
