import type { BrowserOptions } from '../browser/browserOptions.js';
import { builtRelease } from '../browser/builtRelease.js';
import { startClient, type Integration } from '../core/client.js';
import { nameFilesWith } from '../stack/parseStack.js';
import { appRootOf } from './appRoot.js';
import { followAsyncCalls } from './asyncSurroundings.js';
import { flushOnExit } from './integrations/flushOnExit.js';
import { uncaughtErrors } from './integrations/uncaughtErrors.js';
import { unhandledRejections } from './integrations/unhandledRejections.js';
import { nodePlatform } from './nodePlatform.js';
import { withoutReports } from './ownReports.js';
import { pathOfFile } from './pathOfFile.js';

/** What `init` takes in a process. */
export interface NodeOptions extends BrowserOptions {
  /**
   * Directory that files of frames are sent relative to, as `app:///dist/entry.js`, so that maps match wherever the
   * program is installed. The current directory; where the program does not lie below it, that of its `package.json`.
   */
  readonly appRoot?: string;
}

/**
 * Starts the SDK in a process; a second call starts it anew. `uncaughtErrors`, `unhandledRejections` and `flushOnExit` are
 * included; `integrations` adds to them, and replaces one of the same name. What is of pages only does nothing. Never
 * throws.
 */
export function init(options?: NodeOptions): void {
  followAsyncCalls();
  nameFilesWith(pathOfFile);
  // A program in JavaScript may give anything, and leave an integration out by `condition && integration()`.
  const all = Object(options) as NodeOptions;
  const { appRoot, integrations: more, release = builtRelease() } = all;
  const given = (Array.isArray(more) ? more : [more]).filter(Boolean) as readonly Integration[];
  const isGiven = ({ name }: Integration): boolean => given.some((one) => one.name === name);
  const usual = [uncaughtErrors(), unhandledRejections(), flushOnExit()].filter((one) => !isGiven(one));
  startClient(
    { ...all, ...withoutReports(all), ...(release !== undefined && { release }), integrations: [...usual, ...given] },
    nodePlatform(appRootOf(appRoot)),
  );
}
