import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import styles from './floating.module.css';
import { isOutside } from './isOutside';
import type { PanelProps } from './useFloating';
import { useFocusGuards } from './useFocusGuards';

/** The panel of `Popover`. */
export function PopoverPanel({ anchor, close, label, align, children }: PanelProps & { readonly children: ReactNode }) {
  useFocusGuards({ anchor, close });
  return (
    <Popover.Root open onOpenChange={(open, details) => !open && isOutside(details.event, anchor) && close()}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className={styles.panel} aria-label={label} finalFocus={anchor}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
