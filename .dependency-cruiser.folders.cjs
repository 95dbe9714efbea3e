const { options } = require('./.dependency-cruiser.cjs');

/** The second half of `npm run layers`: folders of a package import each other in one direction. */
const root = '^(packages|services)/[^/]+/src$';

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Files directly in src are shared by all folders or compose them, and tests may look everywhere.',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: root },
      to: { circular: true, viaOnly: { pathNot: root } },
    },
  ],
  options: { ...options, exclude: { path: '(/dist[./]|\\.test\\.ts$|/testing/|^packages/testkit/)' } },
};
