/** An entry of a menu: a command, or with `to` a link. `null` is a line between groups. */
export type MenuEntry = {
  readonly label: string;
  /** What it changes, below the label. */
  readonly hint?: string;
  readonly onSelect?: () => void;
  readonly to?: string;
  /** Shows a mark: the entry is chosen. */
  readonly isChosen?: boolean;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** The key that does the same. */
  readonly keys?: string;
} | null;
