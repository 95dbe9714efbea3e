const ORIGIN = `'^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*'`;

/**
 * A fragment that is a route of the page's program, without its query and up to its first value, whose `=` may be encoded: `#/cart`,
 * `#!/search/q` of `#!/search/q=shoes`; not `#top`, `#access_token=…`, nor `#/access_token=…`. `pageAddress.ts` of the SDK has the same
 * rules.
 */
const ROUTE = `'(?i)^[^#]*(#!?/(?!\\w+=)(?:(?!%3d)[^?#=])*)'`;

const beforeQuery = (column: string): string => `split_part(split_part(${column}, '?', 1), '#', 1)`;
const route = (column: string): string => `coalesce(substring(${column} from ${ROUTE}), '')`;

/**
 * SQL of a URL as far as it names a page: without query and fragment, but with a fragment that is a route (`#/cart`). NULL for NULL.
 */
export const pageOfUrl = (column: string): string => `${beforeQuery(column)} || ${route(column)}`;

/** SQL of the same without origin: `/cart`, `/#/cart`; `/` without a path. */
export const pathOfUrl = (column: string): string =>
  `coalesce(nullif(${beforeQuery(`regexp_replace(${column}, ${ORIGIN}, '')`)}, ''), '/') || ${route(column)}`;
