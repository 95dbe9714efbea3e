import * as React from 'react/jsx-runtime';
import { visible } from '../lib/visible';

type Make = typeof React.jsx;
type Props = Readonly<Record<string, unknown>>;

/** What readers get of an element. */
const READ = ['children', 'title', 'aria-label', 'alt'];

const shownChild = (child: unknown): unknown => {
  if (typeof child === 'string') return visible(child);
  return Array.isArray(child) ? keepIfSame(child, child.map(shownChild)) : child;
};

const keepIfSame = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((item, index) => item === before[index]) ? before : after;

function withVisibleText(props: Props): Props {
  const changed = READ.map((name) => [name, shownChild(props[name])] as const).filter(
    ([name, value]) => value !== props[name],
  );
  return changed.length === 0 ? props : { ...props, ...Object.fromEntries(changed) };
}

const wrap =
  (make: Make): Make =>
  (type, props, key) =>
    make(type, withVisibleText(props as Props), key);

/**
 * React's JSX runtime, which shows invisible characters in every text (decision 0171): events are from strangers, and one
 * right-to-left override would otherwise turn a row around. Values of fields, links and what is copied stay as they are.
 */
export const jsx: Make = wrap(React.jsx);
/** As {@link jsx}, for elements with several children. */
export const jsxs: Make = wrap(React.jsxs);
/** React's own. */
export const Fragment = React.Fragment;
