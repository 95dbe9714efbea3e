import { Tooltip } from '@base-ui/react/tooltip';
import type { RefObject } from 'react';
import styles from './floating.module.css';

/** The panel of `Tooltip`. */
export const TooltipPanel = ({
  anchor,
  hint,
}: {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly hint: string;
}) => (
  <Tooltip.Root open>
    <Tooltip.Portal>
      <Tooltip.Positioner className={styles.positioner} anchor={anchor} sideOffset={6} collisionPadding={8}>
        <Tooltip.Popup className={styles.tip} aria-hidden="true">
          {hint}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  </Tooltip.Root>
);
