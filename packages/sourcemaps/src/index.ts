export * from './pool/createCompilePool.js';
export * from './resolve/createFrameResolver.js';
export * from './resolve/filenames.js';
export * from './resolve/frameResolver.js';
export * from './resolve/resolverConfig.js';
