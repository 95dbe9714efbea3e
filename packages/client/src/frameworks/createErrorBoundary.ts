import { reactErrorHandler, type ReactErrorInfo } from './reactErrorHandler.js';

/** What a boundary needs of React: `import * as React from 'react'`, or Preact's `preact/compat`. */
export interface ReactLike<Node> {
  readonly Component: new (props: { readonly children?: Node }) => { render(): Node };
}

export interface ErrorBoundaryProps<Node> {
  readonly children?: Node;
  /** What is shown instead of children that failed; a function of the error, and of what tries the children again. */
  readonly fallback?: Node | ((error: unknown, retry: () => void) => Node);
  readonly onError?: (error: unknown, info: ReactErrorInfo) => void;
}

interface State {
  readonly failed?: readonly [error: unknown];
}

/** What `Component` is. */
type Base<Node> = new (props: ErrorBoundaryProps<Node>) => {
  readonly props: ErrorBoundaryProps<Node>;
  setState(state: State): void;
};

/**
 * Returns a React component that reports what its children throw while they render, with the stack of components, and
 * shows its `fallback` instead; without one, nothing. Where `reactErrorHandler` is also a root's handler, an error is
 * reported once.
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
  // To React it is one; so it may be used in JSX without its types.
  return ErrorBoundary as unknown as (props: ErrorBoundaryProps<Node>) => Node;
}
