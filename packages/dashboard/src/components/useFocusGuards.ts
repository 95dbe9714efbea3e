import { useEffect } from 'react';
import type { PanelProps } from './useFloating';

/**
 * Closes a panel and returns the focus to its button when Tab leaves it. Base UI has a hidden guard at each end of a panel that passes the
 * focus on to what follows the trigger; a panel whose button is not a trigger of Base UI has none, and the guard would keep the focus,
 * where a screen reader says nothing.
 */
export function useFocusGuards({ anchor, close }: Pick<PanelProps, 'anchor' | 'close'>): void {
  useEffect(() => {
    const leave = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.hasAttribute('data-base-ui-focus-guard')) return;
      if (document.activeElement !== target) return;
      anchor.current?.focus();
      close();
    };
    // After the handlers of the guards, which are on the root and on the panel.
    document.addEventListener('focusin', leave);
    return () => document.removeEventListener('focusin', leave);
  }, [anchor, close]);
}
