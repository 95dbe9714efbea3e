/** What a list can be narrowed to. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the choices of a filter: all, each entry, and the chosen one if it no longer exists, or as long as none are read. */
export const filterOptions = (
  entries: readonly Named[] | undefined,
  chosen: string,
  { all, deleted }: { readonly all: string; readonly deleted: string },
): readonly (readonly [string, string])[] => [
  ['', all],
  ...(entries ?? []).map(({ id, name }) => [id, name] as const),
  ...(chosen === '' || entries?.some(({ id }) => id === chosen) === true
    ? []
    : [[chosen, entries === undefined ? 'The chosen one' : deleted] as const]),
];
