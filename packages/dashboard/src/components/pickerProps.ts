/** A value that can be picked. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Beside the label, such as an age. */
  readonly hint?: string;
}

/** The choice of a picker. */
export interface PickerProps {
  /** Names the choice: `Release`. */
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly value: string | undefined;
  readonly onPick: (value: string) => void;
  readonly isLoading?: boolean;
  /** Called with what is typed, if the server searches; otherwise the options are filtered here. */
  readonly onType?: (text: string) => void;
}
