/**
 * The page's address without its fragment, which may hold secrets and mostly is a place on the page; one that is a route
 * (`#/cart`, `#!/cart`) stays.
 */
// `document.URL` takes a tenth of the time of `location.href`.
export const pageAddress = (): string => document.URL.replace(/#(?!!?\/).*/, '');

/** An address without its query, and of the page's own origin only the path: a name that many visits share. */
export const pathOf = (address: string): string =>
  address.replace(/\?[^#]*/, '').replace(new RegExp(`^${location.origin}(?=/)`), '');
