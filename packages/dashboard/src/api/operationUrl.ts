/** Values of a query: arrays repeat their parameter, and what is undefined, null or empty is left out. */
export type QueryValues = Readonly<Record<string, unknown>>;

/**
 * Returns method and path of an operation, such as `GET /api/0/projects/{org}/{project}/issues`.
 * @throws if a parameter of the path is missing
 */
export function operationUrl(
  operation: string,
  params: Readonly<Record<string, string>>,
  query: QueryValues,
): { readonly method: string; readonly path: string } {
  const [method = '', address = ''] = operation.split(' ');
  const path = address.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation}: the parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isGiven(one)) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return { method, path: text === '' ? path : `${path}?${text}` };
}

const isGiven = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';
