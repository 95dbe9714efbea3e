import { native } from '../core/native.js';

const MOST_ANCESTORS = 4;
const ATTRIBUTES = ['data-testid', 'name', 'type', 'role'] as const;

/** Returns a selector for an element; never its text. */
export function selectorOf(target: unknown): string {
  const parts: string[] = [];
  let element = target as Element | null;
  while (element && native(element, 'tagName') && parts.length < MOST_ANCESTORS) {
    parts.unshift(describeElement(element));
    if (native(element, 'id')) break;
    element = native(element, 'parentElement');
  }
  return parts.join(' > ');
}

function describeElement(element: Element): string {
  const classes = [...native<Iterable<string>>(element, 'classList')].slice(0, 3).map((name) => `.${name}`);
  const attributes = ATTRIBUTES.map((name) => {
    const value = native<Element['getAttribute']>(element, 'getAttribute').call(element, name);
    return value && `[${name}="${value}"]`;
  });
  const id = native<string>(element, 'id');
  return [native<string>(element, 'tagName').toLowerCase(), id && `#${id}`, ...classes, ...attributes]
    .join('')
    .slice(0, 200);
}
