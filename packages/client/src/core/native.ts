/**
 * Reads a property of a node as its interface defines it. A form has its fields as properties, which may be named `id`, `tagName` or
 * `closest`.
 */
// The caller knows the type of the property.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function native<Value>(node: object, name: string): Value {
  let one = node as object | null;
  while ((one = Object.getPrototypeOf(one) as object | null)) {
    const own = Object.getOwnPropertyDescriptor(one, name);
    if (own) return (own.get ? own.get.call(node) : own.value) as Value;
  }
  return node[name as never];
}
