/** A simulated dismantle for readers and programs. */
export { csv } from './csv';
export { COUNT_KEYS, COUNT_LABELS, FIGURES, shown } from './figures';
export { bandWords, countsSentence, growthWords, loadWords, simulatedSentence } from './headline';
export { json } from './json';
export { markdown } from './markdown';
export { bytes, count, digits, plainSpaces, seconds } from './numbers';
export { pageHtml } from './page-html';
export type { SimulationReport } from './simulation-report';
export { text, workerTime } from './text';
