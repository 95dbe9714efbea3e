import type { Client } from '../../core/client.js';
import type { ShownPage } from '../tracing/shownPage.js';
import type { Measured, Report } from './measured.js';

/** A navigation within the page. */
export interface LaterPage {
  /** Start in milliseconds of the page's timeline. */
  readonly since: number;
  readonly page: ShownPage;
}

/** Dependencies of the deferred vitals, which import no stateful modules. */
export interface VitalsHost {
  readonly client: Client;
  /** @param prefix prefix of metric names */
  readonly createReport: (page: ShownPage, prefix: string) => Report;
  /** Called for each later navigation. */
  begin: (page: LaterPage) => void;
  /** Earlier navigations, oldest first. */
  readonly begun: readonly LaterPage[];
}

/** Measures interactions and layout shifts. */
export interface Behavior {
  /**
   * Reports finished navigations and visits that were restored from the back/forward cache. Returns the measurements of the
   * visit so far and resets them.
   */
  readonly read: () => Measured;
  readonly stop: () => void;
}

/** The deferred code: `chunk.ts` or a bundle of it. */
export interface VitalsChunk {
  watchBehavior(host: VitalsHost): Behavior;
}
