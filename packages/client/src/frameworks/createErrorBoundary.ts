import { reactErrorHandler, type ReactErrorInfo } from './reactErrorHandler.js';

/** The part of React that a boundary needs: `import * as React from 'react'`, or Preact's `preact/compat`. */
export interface ReactLike<Node> {
  readonly Component: new (props: { readonly children?: Node }) => { render(): Node };
}

export interface ErrorBoundaryProps<Node> {
  readonly children?: Node;
  /** Shown instead of failed children: an element, or a function of the error and of a function that retries. */
  readonly fallback?: Node | ((error: unknown, retry: () => void) => Node);
  readonly onError?: (error: unknown, info: ReactErrorInfo) => void;
}

interface State {
  readonly failed?: readonly [error: unknown];
}

/** Type of `Component`. */
type Base<Node> = new (props: ErrorBoundaryProps<Node>) => {
  readonly props: ErrorBoundaryProps<Node>;
  setState(state: State): void;
};

/**
 * Returns a React component that reports errors thrown by its children during rendering, with the component stack, and shows
 * its `fallback` or nothing. An error is reported once, even if `reactErrorHandler` also handles the root.
 */
export function createErrorBoundary<Node>({ Component }: ReactLike<Node>): (props: ErrorBoundaryProps<Node>) => Node {
  class ErrorBoundary extends (Component as unknown as Base<Node>) {
    static getDerivedStateFromError(error: unknown): State {
      return { failed: [error] };
    }
    state: State = {};
    componentDidCatch(error: unknown, info: ReactErrorInfo): void {
      reactErrorHandler(this.props.onError)(error, info);
    }
    render(): Node {
      const { children = null, fallback = null } = this.props;
      if (!this.state.failed) return children as Node;
      const show = fallback as (error: unknown, retry: () => void) => Node;
      return typeof fallback === 'function'
        ? show(this.state.failed[0], () => this.setState({ failed: undefined } as object))
        : (fallback as Node);
    }
  }
  // It is a component for React, so it can be used in JSX without its types.
  return ErrorBoundary as unknown as (props: ErrorBoundaryProps<Node>) => Node;
}
