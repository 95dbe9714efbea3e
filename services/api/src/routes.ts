import type { Route } from './route.js';

/** Every operation of a project, in the order of the documentation. One line a domain. */
export const routes: readonly Route[] = [];
