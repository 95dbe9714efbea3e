import type { Component } from '@sluice/runtime';

/** A component that is created on start, because its dependencies do not exist before. */
export interface LazyComponent<T extends Component> extends Component {
  /** The component while it is started, otherwise `undefined`. */
  readonly current: () => T | undefined;
}

/** Returns a {@link LazyComponent}. */
export function lazyComponent<T extends Component>(make: () => T): LazyComponent<T> {
  let made: T | undefined;
  return {
    current: () => made,
    start: async () => {
      const started = make();
      await started.start();
      made = started;
    },
    stop: async () => {
      await made?.stop();
      made = undefined;
    },
  };
}
