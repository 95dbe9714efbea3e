export { culpritFrame, describeCulprit } from './culprit.js';
export { earlierFrames, type Frame } from './frame.js';
export { isEngineFile, isInApp } from './isInApp.js';
export { parseStack, type StackHeader } from './parseStack.js';
export { isJavaScript, readPlatform } from './platform.js';
export { readCauses, type Cause } from './readCauses.js';
export { readFrames } from './readFrames.js';
export { resourceOf } from './resourceOf.js';
export { withoutConstructors } from './withoutConstructors.js';
