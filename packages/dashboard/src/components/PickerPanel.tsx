import { Combobox } from '@base-ui/react/combobox';
import { cx } from '../lib/cx';
import styles from './floating.module.css';
import { Icon } from './Icon';
import { isOutside } from './isOutside';
import type { PickerOption, PickerProps } from './pickerProps';
import type { PanelProps } from './useFloating';

/** The panel of `Picker`. */
export function PickerPanel({
  anchor,
  close,
  label,
  align,
  options,
  value,
  onPick,
  onType,
  isLoading = false,
}: PanelProps & PickerProps) {
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root<PickerOption>
      open
      items={options}
      value={chosen}
      filter={onType === undefined ? undefined : null}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && onType?.(text)}
      onOpenChange={(open, details) => !open && isOutside(details.event, anchor) && close()}
      onValueChange={(option) => {
        if (option !== null) onPick(option.value);
        close();
      }}
      autoHighlight
    >
      <Combobox.Portal>
        <Combobox.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Combobox.Popup className={cx(styles.panel, styles.picker)} aria-label={label} finalFocus={anchor}>
            <Combobox.Input className={styles.input} placeholder={`Find ${label.toLowerCase()}`} aria-label={label} />
            <Combobox.Empty className={styles.empty}>{isLoading ? 'Loading' : 'Nothing matches.'}</Combobox.Empty>
            <Combobox.List className={styles.options}>
              {(option: PickerOption) => (
                <Combobox.Item key={option.value} value={option} className={styles.item}>
                  <span className={styles.words}>{option.label}</span>
                  {option.hint === undefined ? null : <small className={styles.hint}>{option.hint}</small>}
                  {option.value === value ? <Icon name="check" /> : null}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
