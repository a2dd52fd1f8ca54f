import type { Renderer } from './format';
import { inKeyOrder } from './key-order';

/** The report as it is, for programs: one JSON object, its keys always in the order of docs/cli.md. */
export const json: Renderer = report => `${JSON.stringify(inKeyOrder(report), null, 2)}\n`;
