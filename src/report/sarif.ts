import type { Invocation, Log, Notification, ReportingDescriptor, Result, Run } from 'sarif';
import type { Note } from '../core/project';
import type { Finding, Severity } from '../core/rules';
import { type Call, callsOf } from './call-path';
import { fingerprints } from './fingerprint';
import type { DescribedRule, Renderer, ReportContext } from './format';
import { type Artifacts, artifactsOf, ROOT, rangeRegion } from './sarif-artifacts';
import type { ScanReport } from './scan-report';
import { interrupted } from './summary';
import { folderUrl } from './uri';

/**
 * SARIF 2.1.0, for code scanning and viewers: every rule with its page, every finding with its call path as a code flow
 * and a fingerprint that survives moved lines, notes of the scan as notifications.
 * Source: OASIS "Static Analysis Results Interchange Format Version 2.1.0" with errata 01.
 */
export const sarif: Renderer = (report, context) => {
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run(report, context)] };
  return `${JSON.stringify(log, null, 2)}\n`;
};

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const LEVEL = { error: 'error', warning: 'warning', information: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** Name and version of the way fingerprint.ts identifies a finding. */
const FINGERPRINT = 'exitPath/v1';

const run = (report: ScanReport, context: ReportContext): Run => {
  const artifacts = artifactsOf(report);
  const names = fingerprints(report.findings);
  return {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        ...(context.homepage !== undefined && { informationUri: context.homepage }),
        rules: context.rules.map(rule => descriptor(rule, context)),
      },
    },
    invocations: [invocation(report, artifacts)],
    originalUriBaseIds: {
      [ROOT]: {
        uri: folderUrl(report.tree.root),
        description: { text: 'The folder that paths are relative to.' },
      },
    },
    columnKind: 'utf16CodeUnits',
    artifacts: artifacts.list,
    results: report.findings.map((finding, index) =>
      result(finding, names[index]!, artifacts, context.rules),
    ),
    properties: { slots: report.tree.slots, slotsFrom: report.tree.source, stats: report.stats },
  };
};

const descriptor = (
  { code, summary, severity }: DescribedRule,
  { docsUrl, docsPage }: ReportContext,
): ReportingDescriptor => ({
  id: code,
  shortDescription: { text: summary },
  helpUri: docsUrl(code),
  help: {
    text: `${summary}. See ${docsUrl(code)}`,
    markdown: docsPage?.(code) ?? `${summary}. See [${code}](${docsUrl(code)}).`,
  },
  defaultConfiguration: { level: LEVEL[severity] },
});

const result = (
  finding: Finding,
  fingerprint: string,
  artifacts: Artifacts,
  rules: readonly DescribedRule[],
): Result => {
  const ruleIndex = rules.findIndex(({ code }) => code === finding.code);
  const calls = callsOf(finding);
  return {
    ruleId: finding.code,
    ...(ruleIndex >= 0 && { ruleIndex }),
    level: LEVEL[finding.severity],
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: artifacts.place(finding.file, rangeRegion(finding.range)),
        ...(finding.ops !== null && { logicalLocations: [slotOf(finding.ops, finding.slot)] }),
      },
    ],
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(calls.length > 0 && pathOf(calls, artifacts)),
    properties: { confidence: finding.confidence, fixes: finding.fixes },
  };
};

const slotOf = (ops: string, slot: string | null) =>
  slot === null
    ? { name: ops, kind: 'variable' }
    : { name: slot, fullyQualifiedName: `${ops}.${slot}`, kind: 'member' };

/** The same hops twice: as a flow to step through, and as places for viewers that show only those. */
const pathOf = (
  calls: readonly Call[],
  artifacts: Artifacts,
): Pick<Result, 'codeFlows' | 'relatedLocations'> => {
  const hops = calls.map(({ hop, callee }) => ({
    physicalLocation: artifacts.place(hop.file, { startLine: hop.line }),
    message: { text: callee === null ? `\`${hop.function}\`` : `\`${hop.function}\` calls \`${callee}\`` },
  }));
  const locations = hops.map((location, depth) => ({
    location,
    kinds: ['call'],
    nestingLevel: depth,
    importance: depth === hops.length - 1 ? ('essential' as const) : ('important' as const),
  }));
  return {
    codeFlows: [{ threadFlows: [{ locations }] }],
    relatedLocations: hops.map((hop, index) => ({ id: index + 1, ...hop })),
  };
};

const invocation = (report: ScanReport, artifacts: Artifacts): Invocation => {
  const cut = interrupted(report);
  return {
    executionSuccessful: cut === null,
    toolExecutionNotifications: [
      ...(cut === null ? [] : [{ level: 'error' as const, message: { text: cut } }]),
      ...report.notes.map(note => notification(note, artifacts)),
    ],
  };
};

const notification = ({ file, line, message }: Note, artifacts: Artifacts): Notification => ({
  level: 'warning',
  message: { text: message },
  ...(file !== null && {
    locations: [{ physicalLocation: artifacts.place(file, line === null ? undefined : { startLine: line }) }],
  }),
});
