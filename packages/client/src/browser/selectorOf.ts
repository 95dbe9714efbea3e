const MOST_ANCESTORS = 4;
const ATTRIBUTES = ['data-testid', 'name', 'type', 'role'] as const;

/** Returns a selector for an element; never its text. */
export function selectorOf(target: unknown): string {
  const parts: string[] = [];
  let element = target as Element | null;
  while (element?.tagName && parts.length < MOST_ANCESTORS) {
    parts.unshift(describeElement(element));
    if (element.id) break;
    element = element.parentElement;
  }
  return parts.join(' > ');
}

function describeElement(element: Element): string {
  const classes = [...element.classList].slice(0, 3).map((name) => `.${name}`);
  const attributes = ATTRIBUTES.map((name) => {
    const value = element.getAttribute(name);
    return value && `[${name}="${value}"]`;
  });
  const id = element.id && `#${element.id}`;
  return [element.tagName.toLowerCase(), id, ...classes, ...attributes].join('').slice(0, 200);
}
