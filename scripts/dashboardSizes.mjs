// Sizes of the dashboard, gzipped as they are served, from Vite's manifest: what a reader's browser loads until the Issues
// list is rendered, and what the first chart and the player add to it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../packages/dashboard/dist');

/** The modules whose chunks a part loads, as the manifest names them. */
const DASHBOARD_PARTS = [
  { name: 'dashboard until the Issues list', modules: ['index.html', 'src/pages/issues/IssuesPage.tsx'], most: 180 },
  // Its frame and legend are part of every page that has a chart.
  {
    name: 'a chart (loaded later)',
    modules: ['src/components/ChartCanvas.tsx'],
    after: 'src/pages/issue/IssuePage.tsx',
    most: 25,
  },
  { name: 'player of replays (own document)', modules: ['replay-frame.html'], most: 75 },
];

/** Files of a module and of everything that it imports at once. */
function filesOf(manifest, module, found = new Set()) {
  const entry = manifest[module];
  if (entry === undefined) throw new Error(`The manifest of the dashboard has no ${module}.`);
  if (found.has(entry.file)) return found;
  found.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, found);
  return found;
}

const bytesOf = async (files) => {
  const contents = await Promise.all([...files].map((file) => readFile(path.join(dist, file))));
  return contents.reduce(
    (sum, bytes) => ({
      minified: sum.minified + bytes.length,
      gzipped: sum.gzipped + gzipSync(bytes, { level: 9 }).length,
    }),
    { minified: 0, gzipped: 0 },
  );
};

/** @returns name, sizes and budget of each part, in bytes; parts after the first without what the first has loaded */
export async function weighDashboard() {
  const manifest = JSON.parse(await readFile(path.join(dist, 'manifest.json'), 'utf8'));
  const files = ({ modules }) => modules.reduce((found, module) => filesOf(manifest, module, found), new Set());
  const first = files(DASHBOARD_PARTS[0]);
  return Promise.all(
    DASHBOARD_PARTS.map(async (part, index) => {
      const own = files(part);
      const before = part.after === undefined ? first : filesOf(manifest, part.after, new Set(first));
      const added = index === 0 ? own : [...own].filter((file) => !before.has(file));
      return { name: part.name, most: part.most * 1_024, ...(await bytesOf(added)) };
    }),
  );
}
