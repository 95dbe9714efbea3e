/** Constant that exposes the release of a build to the SDK. */
export const RELEASE_CONSTANT = '__SLUICE_RELEASE__';
