import { builtRelease } from '../browser/builtRelease.js';
import { startClient, type Integration } from '../core/client.js';
import type { ClientOptions } from '../core/options.js';
import { nameFilesWith } from '../stack/parseStack.js';
import { followAsyncCalls } from './asyncSurroundings.js';
import { flushOnExit } from './integrations/flushOnExit.js';
import { uncaughtErrors } from './integrations/uncaughtErrors.js';
import { unhandledRejections } from './integrations/unhandledRejections.js';
import { nodePlatform } from './nodePlatform.js';
import { pathOfFile } from './pathOfFile.js';

/**
 * Starts the SDK in a process; a second call starts it anew. `uncaughtErrors`, `unhandledRejections` and `flushOnExit` are
 * included; `integrations` adds to them, and replaces one of the same name. Never throws.
 */
export function init(options: ClientOptions = {}): void {
  followAsyncCalls();
  nameFilesWith(pathOfFile);
  const { release = builtRelease() } = options;
  // A program in JavaScript may leave one out by `condition && integration()`.
  const integrations = [...(options.integrations ?? [])].filter(Boolean);
  const isGiven = ({ name }: Integration): boolean => integrations.some((one) => one.name === name);
  const usual = [uncaughtErrors(), unhandledRejections(), flushOnExit()].filter((one) => !isGiven(one));
  startClient(
    { ...options, ...(release !== undefined && { release }), integrations: [...usual, ...integrations] },
    nodePlatform(),
  );
}
