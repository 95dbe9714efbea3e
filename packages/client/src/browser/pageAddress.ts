/**
 * The page's address without its fragment, which may hold secrets and mostly is a place on the page; one that is a route
 * (`#/cart`, `#!/cart`) stays.
 */
export const pageAddress = (): string => location.href.replace(/#(?!!?\/).*/, '');

/** An address without its query, and of the page's own origin only the path: a name that many visits share. */
export const pathOf = (address: string): string =>
  address.replace(/\?[^#]*/, '').replace(new RegExp(`^${location.origin}(?=/)`), '');
