import { lazy, Suspense, type ReactNode } from 'react';
import type { PickerProps } from './pickerProps';
import { useFloating, type TriggerProps } from './useFloating';

const Panel = lazy(() => import('./PickerPanel').then((module) => ({ default: module.PickerPanel })));

interface Props extends PickerProps {
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly align?: 'start' | 'end';
}

/** One of many values, found by typing. For a few fixed values use `Select`. */
export function Picker({ trigger, align = 'start', ...choice }: Props) {
  const { anchor, isOpen, close, trigger: props } = useFloating('listbox');
  return (
    <>
      {trigger(props)}
      {isOpen ? (
        <Suspense>
          <Panel anchor={anchor} close={close} align={align} {...choice} />
        </Suspense>
      ) : null}
    </>
  );
}
