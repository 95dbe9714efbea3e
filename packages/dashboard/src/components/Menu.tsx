import { lazy, Suspense, type ReactNode } from 'react';
import type { MenuEntry } from './menuEntry';
import { useFloating, type TriggerProps } from './useFloating';

const Panel = lazy(() => import('./MenuPanel').then((module) => ({ default: module.MenuPanel })));

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
      {isOpen ? (
        <Suspense>
          <Panel anchor={anchor} close={close} label={label} align={align} entries={entries} />
        </Suspense>
      ) : null}
    </>
  );
}
