import { type ReactNode } from 'react';
import { useFloating, type TriggerProps } from './useFloating';
import { lazyPart } from './lazyPart';

const Panel = lazyPart(() => import('./PopoverPanel').then(({ PopoverPanel }) => PopoverPanel));

interface Props {
  /** Names the panel for screen readers. */
  readonly label: string;
  /** Renders the button that opens it: `(props) => <Button {...props}>Columns</Button>`. */
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: (close: () => void) => ReactNode;
}

/** A panel with anything in it that floats beside its button. Escape and a press beside it close it. */
export function Popover({ label, trigger, align = 'start', children }: Props) {
  const { anchor, isOpen, close, trigger: props } = useFloating('dialog');
  return (
    <>
      {trigger(props)}
      {isOpen ? (
        <Panel anchor={anchor} close={close} label={label} align={align}>
          {children(close)}
        </Panel>
      ) : null}
    </>
  );
}
