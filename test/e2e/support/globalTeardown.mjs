/** Jest's `globalTeardown`. Shares the module, and so the running system, with `globalSetup`. */
const { stopSharedSystem } = await import('./sharedSystem.ts');

export default stopSharedSystem;
