import { type ReactNode } from 'react';
import type { PickerProps } from './pickerProps';
import { useFloating, type TriggerProps } from './useFloating';
import { lazyPart } from './lazyPart';

const Panel = lazyPart(() => import('./PickerPanel').then(({ PickerPanel }) => PickerPanel));

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
      {isOpen ? <Panel anchor={anchor} close={close} align={align} {...choice} /> : null}
    </>
  );
}
