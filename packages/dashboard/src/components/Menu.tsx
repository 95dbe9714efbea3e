import { type ReactNode } from 'react';
import type { MenuEntry } from './menuEntry';
import { useFloating, type TriggerProps } from './useFloating';
import { lazyPart } from './lazyPart';

const Panel = lazyPart(() => import('./MenuPanel').then(({ MenuPanel }) => MenuPanel));

interface Props {
  /** Names the menu for screen readers. */
  readonly label: string;
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly entries: readonly MenuEntry[];
}

/** Commands below a button. */
export function Menu({ label, trigger, align = 'start', entries }: Props) {
  const { anchor, isOpen, close, trigger: props } = useFloating('menu');
  return (
    <>
      {trigger(props)}
      {isOpen ? <Panel anchor={anchor} close={close} label={label} align={align} entries={entries} /> : null}
    </>
  );
}
