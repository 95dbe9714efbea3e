const { readdirSync } = require('node:fs');
const path = require('node:path');

/** The layer rules of ARCHITECTURE.md, checked by `npm run layers`. */
const only = (name, comment, target, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(packages|services)/', pathNot: allowed },
  to: { path: target },
});
const testFiles = '\\.test\\.ts$';

/** What each package may import. A package that is missing here may import no other package. */
const packageImports = {
  accounting: ['contract', 'db', 'reading'],
  alerts: [
    'accounting',
    'contract',
    'db',
    'filters',
    'mail',
    'reading',
    'runtime',
    'sketch',
    'sourcemaps',
    'stacktrace',
  ],
  'api-contract': ['alerts', 'contract'],
  'build-plugin': ['uploader'],
  cli: [
    'accounting',
    'alerts',
    'api-contract',
    'contract',
    'db',
    'dead-letters',
    'demo',
    'erasure',
    'identity',
    'queues',
    'reading',
    'redis',
    'runtime',
    'stacktrace',
    'uploader',
  ],
  dashboard: ['alerts', 'api-contract'],
  db: ['contract', 'runtime'],
  'dead-letters': ['contract', 'db', 'reading'],
  demo: ['contract', 'runtime', 'uploader'],
  drain: ['accounting', 'contract', 'db', 'dead-letters', 'enrichment', 'queues', 'redis', 'runtime'],
  embedded: ['runtime'],
  enrichment: ['contract', 'runtime'],
  erasure: ['contract', 'db', 'dead-letters', 'issues', 'reading', 'sourcemaps', 'traces', 'visits'],
  filters: ['contract', 'runtime'],
  identity: ['contract', 'db', 'mail', 'management', 'runtime'],
  issues: ['contract', 'db', 'reading'],
  management: ['api-contract', 'contract', 'db', 'reading', 'runtime'],
  metrics: ['contract', 'db', 'reading', 'sketch'],
  otlp: ['contract'],
  queues: ['contract', 'redis', 'runtime'],
  reading: ['contract', 'db'],
  redis: ['contract', 'runtime'],
  'sentry-protocol': ['contract'],
  sourcemaps: ['contract', 'db', 'reading', 'runtime', 'stacktrace'],
  stacktrace: ['contract'],
  traces: ['contract', 'db', 'reading', 'sketch'],
  visits: ['contract', 'db'],
};
const packages = readdirSync(path.join(__dirname, 'packages')).filter((name) => name !== 'testkit');
const packageOrder = packages.map((name) => ({
  name: `package-order-${name}`,
  comment: `packages/${name} may import: ${(packageImports[name] ?? ['no other package']).join(', ')}.`,
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: [testFiles, '/testing/'] },
  to: {
    path: '^packages/',
    pathNot: [name, ...(packageImports[name] ?? [])].map((allowed) => `^packages/${allowed}/`),
  },
}));

module.exports = {
  forbidden: [
    ...packageOrder,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'services-are-islands',
      comment: 'A service never imports another; only standalone composes them.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/standalone/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'through-the-front-door',
      comment: 'Another workspace is imported by its index, never by a path into it.',
      severity: 'error',
      from: { path: '^(packages|services)/([^/]+)/' },
      to: {
        path: '^(packages|services)/[^/]+/src/',
        // Separate entries, so that unit tests do not load PostgreSQL's driver.
        pathNot: [
          '^$1/$2/',
          '^(packages|services)/[^/]+/src/index\\.ts$',
          '^packages/testkit/src/(captures|cpuTime|eventLoop|forgedPositions|printedStacks/printedStacks|useDirectory|useQueues|useResource)\\.ts$',
          '^packages/(identity|sourcemaps)/src/statements\\.ts$',
          '^packages/alerts/src/testing/index\\.ts$',
          // For the CLI and for pages, which do not load what delivers alerts.
          '^packages/alerts/src/(health|kinds)\\.ts$',
          // Needs Node; the rest of the package does not.
          '^packages/contract/src/node/index\\.ts$',
        ],
      },
    },
    {
      name: 'the-spool-log-knows-no-batches',
      comment: 'The log of the spool stores bytes durably; its crash tests hold for any bytes.',
      severity: 'error',
      from: { path: '^services/gateway/src/spool/log/', pathNot: [testFiles] },
      to: { path: '^(packages|services)/', pathNot: ['^services/gateway/src/spool/log/', '^packages/runtime/'] },
    },
    {
      name: 'product-code-never-imports-the-testkit',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: [testFiles, '^packages/testkit/', '/testing/'] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'clients-import-types-of-the-api-only',
      comment: 'The schemas are not part of the pages and of the CLI.',
      severity: 'error',
      from: { path: '^packages/(dashboard|cli)/', pathNot: [testFiles] },
      to: { path: '^packages/api-contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-and-the-api-contract-import-kinds-of-alerts-only',
      comment: 'The rest of the package needs Node and a database.',
      severity: 'error',
      from: { path: '^packages/(dashboard|api-contract)/' },
      to: { path: '^packages/alerts/', pathNot: ['^packages/alerts/src/kinds\\.ts$'] },
    },
    {
      name: 'kinds-of-alerts-have-no-io',
      comment: 'Browsers load conditions, drops, their fields and words.',
      severity: 'error',
      from: {
        path: '^packages/alerts/src/((conditions|drops|fields|words)/|destinations/(destinationForms|fields))',
        pathNot: [testFiles],
      },
      to: { path: '/sql/|^packages/(?!alerts/|contract/|sketch/)|^(node:)?[a-z_]+$' },
    },
    {
      name: 'the-api-contract-needs-no-node',
      comment: 'The dashboard checks its types without those of Node.',
      severity: 'error',
      from: { path: '^packages/(api-contract|contract)/src/', pathNot: [testFiles, '^packages/contract/src/node/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-client-stands-alone',
      comment: 'What is in a page is what is in packages/client.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: [testFiles, '/testing/'] },
      to: {
        pathNot: [
          '^packages/client/',
          '^node_modules/@rrweb/',
          '^(node:)?(async_hooks|diagnostics_channel|events|fs|http|https|module|os|process|util|url|path|zlib)$',
        ],
      },
    },
    only('drivers-only-in-db', 'SQL drivers live in packages/db.', 'node_modules/(pg|pg-copy-streams)/', [
      '^packages/(db|testkit)/',
      testFiles,
    ]),
    only('sql-in-its-folder', 'A subject has its SQL in a folder named sql.', 'node_modules/kysely/', [
      '^packages/(db|testkit)/',
      '/sql/',
      testFiles,
    ]),
    only('redis-only-in-redis', 'ioredis lives in packages/redis.', 'node_modules/ioredis/', [
      '^packages/(redis|testkit)/',
      testFiles,
    ]),
    only('bullmq-only-in-queues', 'BullMQ lives in packages/queues.', 'node_modules/bullmq/', [
      '^packages/queues/src/bullmqInternals/',
      testFiles,
    ]),
    only('express-only-in-http', 'Express and multer live in */http.', 'node_modules/(express|multer)/', [
      '/http/',
      '^packages/client/examples/',
      testFiles,
    ]),
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '/index\\.ts$',
          'main\\.ts$',
          '^scripts/',
          '^test/',
          '^packages/dashboard/(public|vite)',
        ],
      },
      to: {},
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      // The dashboard is bundled: production installs nothing of what it imports.
      from: {
        path: '^(packages|services)/',
        pathNot: [testFiles, '^packages/testkit/', '^packages/dashboard/', '/testing/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist[./]' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@sluice/source', 'import', 'require', 'node', 'default'],
    },
  },
};
