import type { Component } from '@sluice/runtime';

/** A component that is made when it is started, because what it needs does not exist before. */
export interface LazyComponent<T extends Component> extends Component {
  /** The component from its start on, `undefined` before and after. */
  readonly current: () => T | undefined;
}

/** See {@link LazyComponent}. */
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
