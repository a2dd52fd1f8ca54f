import type { SimulationReport } from './simulation-report';

/** Everything, for programs. Figures that are infinite (a growth factor without bound) become null. */
export const json = (report: SimulationReport): string => `${JSON.stringify(report, null, 2)}\n`;
