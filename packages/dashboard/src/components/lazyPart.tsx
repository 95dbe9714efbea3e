import { useEffect, useState, type ComponentType } from 'react';
import { loadCode } from '../lib/loadCode';
import { showToast } from '../lib/toasts';

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, a message says why, the part closes, and the next
 * time it is tried again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Part(props: Props) {
    const [, setLoads] = useState(0);
    const Loaded = loaded;
    useEffect(() => {
      if (loaded !== undefined) return;
      loadCode(load).then(
        (component) => {
          loaded = component;
          setLoads((count) => count + 1);
        },
        (error: unknown) => {
          showToast({ tone: 'bad', text: String(error instanceof Error ? error.message : error), topic: 'code' });
          if ('close' in props && typeof props.close === 'function') (props.close as () => void)();
        },
      );
      // Once for each time it is shown.
    }, []);
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
