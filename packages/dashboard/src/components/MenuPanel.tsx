import { Menu } from '@base-ui/react/menu';
import { cx } from '../lib/cx';
import { useGo } from '../lib/useGo';
import styles from './floating.module.css';
import { Icon } from './Icon';
import { isOutside } from './isOutside';
import type { MenuEntry } from './menuEntry';
import type { PanelProps } from './useFloating';
import { useFocusGuards } from './useFocusGuards';

/** The panel of `Menu`. */
export function MenuPanel({
  anchor,
  close,
  label,
  align,
  entries,
}: PanelProps & { readonly entries: readonly MenuEntry[] }) {
  const go = useGo();
  useFocusGuards({ anchor, close });
  const choose = ({ to, onSelect }: NonNullable<MenuEntry>): void => {
    onSelect?.();
    if (to !== undefined) go(to);
  };
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open, details) => !open && isOutside(details.event, anchor) && close()}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className={cx(styles.panel, styles.list)} aria-label={label} finalFocus={anchor}>
            {entries.map((entry, index) =>
              entry === null ? (
                <Menu.Separator key={index} className={styles.line} />
              ) : (
                <Menu.Item
                  key={index}
                  className={cx(styles.item, entry.isDangerous === true && styles.dangerous)}
                  disabled={entry.isDisabled}
                  onClick={() => choose(entry)}
                >
                  <span className={styles.words}>
                    {entry.label}
                    {entry.hint === undefined ? null : <small className={styles.hint}>{entry.hint}</small>}
                  </span>
                  {entry.keys === undefined ? null : <kbd>{entry.keys}</kbd>}
                  {entry.isChosen === true ? <Icon name="check" /> : null}
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
