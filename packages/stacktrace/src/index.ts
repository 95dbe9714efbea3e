export * from './culprit.js';
export * from './frame.js';
export * from './isInApp.js';
export * from './parseStack.js';
export * from './readCauses.js';
export * from './readFrames.js';
export * from './withoutConstructors.js';
