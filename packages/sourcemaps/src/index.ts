export { compileSourceMap, InvalidMapError, type CompiledMap } from './codec/compile/compileSourceMap.js';
export { INDEX_FORMAT } from './codec/layout.js';
export {
  CompileBusyError,
  CompileLimitError,
  createCompilePool,
  type CompileJob,
  type CompilePool,
  type CompilePoolConfig,
} from './pool/createCompilePool.js';
export { createFrameResolver, type ResolverDeps } from './resolve/createFrameResolver.js';
export {
  culpritIndex,
  culpritOf,
  isCulpritLate,
  culpritText,
  culpritWindow,
  type Culprit,
} from './resolve/culpritOf.js';
export { mapFilenameOf, uploadFilenameOf } from './resolve/filenames.js';
export {
  type FrameResolver,
  type OriginalFrame,
  type ResolvedFrame,
  type ResolveOptions,
  type StackToResolve,
  type UnresolvedReason,
} from './resolve/frameResolver.js';
export { DEFAULT_RESOLVER_CONFIG, RESOLVER_SETTINGS, type ResolverConfig } from './resolve/resolverConfig.js';
export { announceSourceMapChange } from './resolve/sourceMapChanges.js';
export { type BlobKey, type BlobStore } from './stores/blobStore.js';
export { createBlobStore } from './stores/createBlobStore.js';
export { BLOB_STORE_SETTINGS, DEFAULT_BLOB_STORE_CONFIG, type BlobStoreConfig } from './stores/storeConfig.js';
