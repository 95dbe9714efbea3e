import { useResource } from '@sluice/testkit/useResource';
import { newPlace, startStandaloneAt, type Standalone } from '../../../e2e/support/standalone.js';
import { connectSystem, type System } from '../../../e2e/support/system.js';
import { describeInChromium, useChromium, type Chromium } from '../../useChromium.js';
import { visitPage, type Opened, type OpenOptions } from './visitPage.js';

/** A system that was started for these tests, and a browser. */
export interface OwnSystem {
  readonly system: System;
  /** What `npm start` printed. */
  readonly output: () => Promise<string>;
  /** Opens a new page without a session. */
  readonly visit: (options?: OpenOptions) => Promise<Opened>;
}

/**
 * Declares tests of the dashboard in Chromium, on a system of their own. They are skipped with a message if Chromium is
 * not installed.
 *
 * @param settings returns the environment of the system, which will have this address
 */
export function describeOwnSystem(
  title: string,
  settings: (baseUrl: string) => Promise<Readonly<Record<string, string>>>,
  declare: (own: OwnSystem) => void,
): void {
  describeInChromium(title, () => {
    const browser = useChromium();
    const own = useResource(
      async () => {
        const place = await newPlace();
        const env = await settings(`http://127.0.0.1:${place.port}`);
        return createOwnSystem(await startStandaloneAt({ ...place, env }), browser);
      },
      ({ system }) => system.stop(),
      180_000,
    );
    declare(own);
  });
}

function createOwnSystem(standalone: Standalone, browser: Chromium): OwnSystem {
  const { address, child } = standalone;
  return {
    system: connectSystem(address, () => standalone.stop()),
    output: () => child.output(),
    visit: (options) => visitPage(browser, address.baseUrl, options),
  };
}
