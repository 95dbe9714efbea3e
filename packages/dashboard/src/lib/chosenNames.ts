/** Returns those of `all` that a search parameter names, with commas between them; `usual` if it names none. */
export function readNames<Name extends string>(
  text: string | undefined,
  all: readonly Name[],
  usual: readonly Name[],
): readonly Name[] {
  const named = text?.split(',') ?? [];
  const names = all.filter((name) => named.includes(name));
  return names.length === 0 ? usual : names;
}

/** Returns the search parameter for names, in the order of `all`; `undefined` for the usual ones, and for none. */
export function writeNames<Name extends string>(
  names: readonly Name[],
  all: readonly Name[],
  usual: readonly Name[],
): string | undefined {
  const text = all.filter((name) => names.includes(name)).join(',');
  return text === '' || text === usual.join(',') ? undefined : text;
}
