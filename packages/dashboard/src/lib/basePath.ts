/** The path below which the dashboard is served, with a slash at its end: `/`, or `/sluice/` behind a prefix. */
export const BASE_PATH: string = new URL(document.baseURI).pathname;

/** Returns the URL of a path below the dashboard's own, such as `api/0/session`. */
export const urlBelowBase = (path: string): URL => new URL(path.replace(/^\//, ''), document.baseURI);
