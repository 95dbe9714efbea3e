import { Fragment, jsx } from './jsx-runtime';

/** For the development server: without React's warnings about keys. */
export const jsxDEV = jsx;
export { Fragment };
