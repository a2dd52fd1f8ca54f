import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPrimitives } from '../../src/core/kernel';
import type { ScanReport } from '../../src/report';
import { bundledCli } from '../support/bundled-cli';
import { COMPARED_DEPTH, compareOps, compareReach, type TrueHandler, type TrueOps } from './compare';
import opsTruth from './truth/ops-6.1.json';
import reachTruth from './truth/reach-6.1.json';

/** The tree that the truth was made from. Another version is compared, but the differences may be its own. */
const TRUE_VERSION = '6.1.192';

const { root, version } = inject('kernelTree');
const cli = bundledCli();
const cacheDir = mkdtempSync(join(tmpdir(), 'pernet-lens-cache-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

const scan = (...flags: string[]): ScanReport => cli.report(root, '-q', ...flags);

let report: ScanReport;
beforeAll(() => {
  report = scan('--cache-dir', cacheDir);
});

const share = (part: number, whole: number): string =>
  `${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} %`;

/** Primitives that always are an effect: not only for some arguments, and not only where their body is missing. */
const primitives = createPrimitives();
function isEffect(name: string): boolean {
  const primitive = primitives.of(name);
  return primitive !== undefined && !primitive.when && !primitive.standIn && primitive.kind !== 'allocation';
}

describe(`against what a compiler sees of ${TRUE_VERSION}`, () => {
  test('every struct pernet_operations is found with its members, and none is invented', () => {
    const { missed, invented, differing } = compareOps(report.ops, opsTruth.ops as unknown as TrueOps[]);
    const differences = [
      ...missed.map(ops => `missed: ${ops}`),
      ...invented.map(ops => `not in the truth: ${ops}`),
      ...differing.map(ops => `other members: ${ops}`),
    ];
    console.log(
      [`${report.ops.length} ops in ${version}; ${opsTruth.ops.length} in the truth`, ...differences].join(
        '\n',
      ),
    );
    if (version === TRUE_VERSION) expect(differences).toEqual([]);
    // another stable version: fixes move code, they hardly ever add or remove an object
    else expect(missed.length + invented.length).toBeLessThan(opsTruth.ops.length / 20);
  });

  test('effects are what the handlers reach', () => {
    const { wanted, found, reported, confirmed, misses, extras } = compareReach(
      report.ops,
      reachTruth.handlers as unknown as TrueHandler[],
      isEffect,
    );
    console.log(
      [
        `effects to a depth of ${COMPARED_DEPTH}: recall ${share(found, wanted)}; precision ${share(confirmed, reported)}`,
        ...misses.map(miss => `missed: ${miss}`),
        ...extras.map(extra => `not in the truth: ${extra}`),
      ].join('\n'),
    );
    expect(wanted).toBeGreaterThan(400);
    expect(found / wanted).toBeGreaterThanOrEqual(0.98);
    expect(confirmed / reported).toBeGreaterThanOrEqual(0.97);
  });
});

describe('a report of the whole tree', () => {
  test('marks names: the handler in its slot, or what a loop calls', () => {
    const lines = new Map<string, readonly string[]>();
    const lineOf = (file: string, line: number): string => {
      if (!lines.has(file)) lines.set(file, readFileSync(join(root, file), 'utf8').split('\n'));
      return lines.get(file)![line - 1]!;
    };
    const wrong = report.findings.filter(({ file, range: { start, end }, handler, slot, primitive }) => {
      const marked = lineOf(file, start.line).slice(start.column - 1, end.column - 1);
      return start.line !== end.line || marked !== (slot === null ? primitive : handler);
    });
    expect(report.findings.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test('names files of the tree, and lines that call what comes next', () => {
    const hops = report.ops.flatMap(({ exitPaths }) =>
      exitPaths.flatMap(({ effects }) => effects.map(({ path, primitive }) => ({ path, primitive }))),
    );
    const texts = new Map<string, readonly string[]>();
    for (const { path } of hops) {
      for (const { file } of path) {
        if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8').split('\n'));
      }
    }
    // the next hop's name stands near by, except where a macro or a pointer hides it
    const near = hops.filter(({ path, primitive }) =>
      path.every(({ file, line }, at) => {
        const next = path[at + 1]?.function ?? primitive;
        return texts
          .get(file)!
          .slice(line - 1, line + 2)
          .join('\n')
          .includes(next);
      }),
    );
    console.log(`paths whose every line names what it calls: ${share(near.length, hops.length)}`);
    expect(near.length / hops.length).toBeGreaterThan(0.95);
  });

  test('says the same in every format', () => {
    const shown = report.findings.map(
      ({ file, range: { start }, code, message }) =>
        `${file}:${start.line}:${start.column} ${code} ${message}`,
    );
    const terse = cli.run(root, 'scan', '-q', '--cache-dir', cacheDir, '--format', 'terse').stdout;
    expect(
      terse
        .trim()
        .split('\n')
        .map(line => line.replace(/^(\S+): \w+: (.*) \[([\w-]+)\]$/, '$1 $3 $2')),
    ).toEqual(shown);

    const log: Log = JSON.parse(
      cli.run(root, 'scan', '-q', '--cache-dir', cacheDir, '--format', 'sarif').stdout,
    );
    expect(
      log.runs[0]!.results!.map(({ ruleId, message, locations }) => {
        const { artifactLocation, region } = locations![0]!.physicalLocation!;
        return `${artifactLocation!.uri}:${region!.startLine}:${region!.startColumn} ${ruleId} ${message.text}`;
      }),
    ).toEqual(shown);
  });
});

describe('the same tree gives the same report', () => {
  test('without a cache, on one thread', () => {
    expect(scan('--no-cache', '--jobs', '1')).toEqual(report);
  });

  test('without a cache, on two threads', () => {
    expect(scan('--no-cache', '--jobs', '2')).toEqual(report);
  });

  test('from the cache, as a whole', () => {
    expect(scan('--cache-dir', cacheDir)).toEqual(report);
  });

  test('from the cache, file by file', () => {
    for (const name of readdirSync(cacheDir).filter(name => name.endsWith('.result')))
      rmSync(join(cacheDir, name));
    expect(scan('--cache-dir', cacheDir)).toEqual(report);
  });

  test('for the parts that are scanned alone', () => {
    const inPart = ({ file }: { readonly file: string | null }) => /^(?:net|drivers\/net)\//.test(file ?? '');
    const part = scan('--no-cache', 'net', 'drivers/net');
    expect(part.ops).toEqual(report.ops.filter(inPart));
    expect(part.findings).toEqual(report.findings.filter(inPart));
    expect(part.ops.length).toBeGreaterThan(190);
  });
});
