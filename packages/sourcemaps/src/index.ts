export * from './pool/createCompilePool.js';
