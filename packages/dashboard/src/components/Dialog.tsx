import { type ReactNode } from 'react';
import { lazyPart } from './lazyPart';

const Panel = lazyPart(() => import('./DialogPanel').then(({ DialogPanel }) => DialogPanel));

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  /** Buttons at the end; the one that does it is last. */
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** A dialog above the page. The focus stays inside and returns afterwards. Its code is loaded when it opens first. */
export const Dialog = ({ isOpen, ...panel }: Props) => (isOpen ? <Panel {...panel} /> : null);
