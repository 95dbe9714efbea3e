import { captureException } from '../capture/captureException.js';

/** Error info passed by React. */
export interface ReactErrorInfo {
  readonly componentStack?: string | null | undefined;
}

/**
 * Returns a handler that reports an error with its component stack (`react.components`): for `onUncaughtError` and
 * `onCaughtError` of React 19's roots, and for `componentDidCatch` of a boundary.
 *
 * @param next called afterwards with the same arguments
 */
export const reactErrorHandler =
  (next?: (error: unknown, info: ReactErrorInfo) => void) =>
  (error: unknown, info: ReactErrorInfo): void => {
    captureException(error, { handled: false, contexts: { 'react.components': info.componentStack ?? undefined } });
    next?.(error, info);
  };
