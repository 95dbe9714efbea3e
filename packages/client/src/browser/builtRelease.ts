/** The build plugin puts the release of a build here. */
declare const __SLUICE_RELEASE__: string | undefined;

/** The release that the build plugin knows; `undefined` without it. */
export const builtRelease = (): string | undefined =>
  typeof __SLUICE_RELEASE__ === 'undefined' ? undefined : __SLUICE_RELEASE__;
