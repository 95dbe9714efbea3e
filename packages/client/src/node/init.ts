import { builtRelease } from '../browser/builtRelease.js';
import { limitExceptionsWith } from '../capture/takeFromRateLimit.js';
import { startClient, type Integration } from '../core/client.js';
import { acceptServerKeys } from '../core/dsn.js';
import { errorProperties } from '../core/errorProperties.js';
import { rememberTraces } from '../servers/sentTraces.js';
import { nameFilesWith } from '../stack/parseStack.js';
import { appRootOf } from './appRoot.js';
import { followAsyncCalls } from './asyncContext.js';
import { contextLines } from './contextLines/contextLines.js';
import { flushOnExit } from './integrations/flushOnExit.js';
import { uncaughtErrors } from './integrations/uncaughtErrors.js';
import { unhandledRejections } from './integrations/unhandledRejections.js';
import type { NodeOptions } from './nodeOptions.js';
import { nodePlatform } from './nodePlatform.js';
import { withoutReports } from './ownReports.js';
import { pathOfFile } from './pathOfFile.js';
import { takeFromFingerprintLimit } from './takeFromFingerprintLimit.js';

/**
 * Starts the SDK in a process; a second call restarts it. `uncaughtErrors`, `unhandledRejections` and `flushOnExit` are
 * included; `integrations` adds more and replaces those of the same name. Integrations for pages do nothing. Never throws.
 */
export function init(options?: NodeOptions): void {
  acceptServerKeys();
  followAsyncCalls();
  nameFilesWith(pathOfFile);
  limitExceptionsWith(takeFromFingerprintLimit);
  // JavaScript programs may pass anything, and omit an integration by `condition && integration()`.
  const all = Object(options) as NodeOptions;
  const { appRoot, integrations: more, release = builtRelease() } = all;
  const given = (Array.isArray(more) ? more : [more]).filter(Boolean) as readonly Integration[];
  const isGiven = ({ name }: Integration): boolean => given.some((one) => one.name === name);
  const usual = [uncaughtErrors(), unhandledRejections(), flushOnExit()].filter((one) => !isGiven(one));
  const callbacks = withoutReports(all);
  const root = appRootOf(appRoot);
  const beforeSend = rememberTraces(contextLines(all.contextLines, root, errorProperties(callbacks.beforeSend)));
  startClient(
    { ...all, ...callbacks, beforeSend, ...(release !== undefined && { release }), integrations: [...usual, ...given] },
    nodePlatform(root),
  );
}
