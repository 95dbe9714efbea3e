import { type Plugin } from 'vite';
import { DEBUG_IDS } from '../debugIds/nameCode.js';
import { nameChunks } from './nameChunks.js';

/** What the hooks know of the build that calls them. */
export interface BuildContext {
  readonly environment?: { readonly config: { readonly consumer?: string } };
}

/** Hooks that give the files of a build debug ids. @param isFor whether those of this build get any */
export const viteDebugIds = (isFor: (context: BuildContext) => boolean) =>
  ({
    augmentChunkHash() {
      return isFor(this) ? DEBUG_IDS : undefined;
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        if (isFor(this)) nameChunks(this, bundle);
      },
    },
  }) satisfies Partial<Plugin>;

/** A plugin that gives workers debug ids: Vite builds them apart, and adds them to the output as assets. */
export const viteWorkers = (isFor: (context: BuildContext) => boolean): Plugin => ({
  ...viteDebugIds(isFor),
  name: 'sluice:workers',
  enforce: 'post',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      if (!isFor(this)) return;
      nameChunks(this, bundle);
      for (const chunk of Object.values(bundle)) {
        // Vite writes this map from the chunk, and warns if there is another.
        if (chunk.type === 'chunk' && chunk.isEntry) Reflect.deleteProperty(bundle, `${chunk.fileName}.map`);
      }
    },
  },
});
