import { useCallback, useRef, useState, type Ref, type RefObject } from 'react';

/** What the button that opens something gets. */
export interface TriggerProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog' | 'menu' | 'listbox';
}

/** Something that floats beside its button. Its code is loaded when it opens first. */
export interface Floating {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly trigger: TriggerProps;
}

/** Returns the state of something that floats, and the properties of its button. */
export function useFloating(kind: TriggerProps['aria-haspopup']): Floating {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const trigger: TriggerProps = {
    ref: anchor,
    onClick: () => setOpen((before) => !before),
    'aria-expanded': isOpen,
    'aria-haspopup': kind,
  };
  return { anchor, isOpen, close, trigger };
}

/** What every panel gets. */
export interface PanelProps {
  /** The button: the panel is placed beside it, and the focus returns to it. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly close: () => void;
  /** Names the panel for screen readers. */
  readonly label: string;
  readonly align?: 'start' | 'end';
}
