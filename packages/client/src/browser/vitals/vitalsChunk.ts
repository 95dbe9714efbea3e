import type { Client } from '../../core/client.js';
import type { ShownPage } from '../tracing/shownPage.js';
import type { Measured, Report } from './measured.js';

/** What is shown since the page went elsewhere by itself. */
export interface LaterPage {
  /** When it began, in milliseconds of the page's timeline. */
  readonly since: number;
  readonly page: ShownPage;
}

/** What the vitals work with that are loaded later. They import nothing that has a state. */
export interface VitalsHost {
  readonly client: Client;
  /** @param prefix of the names of metrics */
  readonly createReport: (page: ShownPage, prefix: string) => Report;
  /** Called for each page from now on. */
  begin: (page: LaterPage) => void;
  /** Those before, the oldest first. */
  readonly begun: readonly LaterPage[];
}

/** Interactions and layout shifts while they are measured. */
export interface Behavior {
  /**
   * Reports of the pages that were gone to, and of a visit that goes on from the back/forward cache. Answers what is known of
   * the visit until then, of which there is nothing to tell any more after that.
   */
  readonly read: () => Measured;
  readonly stop: () => void;
}

/** What is loaded once a page has begun: `chunk.ts`, or a file that was bundled of it. */
export interface VitalsChunk {
  watchBehavior(host: VitalsHost): Behavior;
}
