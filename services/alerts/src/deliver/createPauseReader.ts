import type { AlertMessage } from '@sluice/alerts';
import { readAlertPlace, type AlertDestination, type Database, type Pause } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import { pageUrls, type PageUrls } from './pageUrls.js';

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
    const place = await readAlertPlace(db, `-${destination.organizationId}`);
    if (place === undefined) return undefined;
    const { organization } = place;
    const pages = publicUrl === undefined ? undefined : pageUrls(publicUrl, place);
    const at = new Date(clock()).toISOString();
    return (pause) => pauseMessage(pause, { organization, destination, pages, at });
  };

interface PauseContext {
  readonly organization: string;
  readonly destination: AlertDestination;
  readonly pages: PageUrls | undefined;
  readonly at: string;
}

function pauseMessage({ id, reason }: Pause, { organization, destination, pages, at }: PauseContext): AlertMessage {
  const [state, subject] = ['notice', `destination:${destination.id}`] as const;
  const url = pages?.destination(destination.id) ?? null;
  const item = {
    ...{ firingId: id, kind: 'destination_paused', state, subject, at, url, suppressed: 0 },
    rule: { id: '0', name: 'Destinations' },
    title: destination.name,
    reason: `Its messages wait until somebody resumes it: ${reason}`,
  };
  const title = `Destination paused: ${destination.name}`;
  return { id, organization, project: null, state, severity: 'error', title, items: [item], total: 1, url, at };
}
