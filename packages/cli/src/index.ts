export { runCli, type CliIo } from './runCli.js';
