import { type Hover, MarkupKind, type Position, type Range } from 'vscode-languageserver/node';
import { isSlot, RTNL_SLOTS, SLOT_CALLS, type SlotName } from '../../core/kernel';
import type { Effect, ExitPath, Ops } from '../../core/project';
import type { Finding } from '../../core/rules';
import type { FileAnswer } from '../../host/file-answer';
import type { OfferedSlots } from '../../host/tree-facts';
import {
  effectWords,
  type OpsArguments,
  type OpsReference,
  opsWords,
  PRICE_ASSUMPTIONS,
  placeWords,
  priceWords,
  SHOW_EXIT_PATH_COMMAND,
  SIMULATE_COMMAND,
  wayWords,
} from '../../shared';
import { guarded, type Server } from '../server';
import type { Located, Workspace } from '../workspace';

/** Effects shown of one handler; the rest is counted. */
const MOST_EFFECTS = 8;

/** What an ops, a slot or a handler pays, at which price and on which paths, and which slots the tree has. */
export function register(server: Server): void {
  const { connection, workspace, abilities } = server;
  connection.onHover(
    guarded(server, 'hover', null, async ({ textDocument: { uri }, position }, token) => {
      const spot = await spotOf(uri, server);
      if (!spot) return null;
      const located = await workspace.answer(uri, token);
      const row = spot.session.lineOf(spot.file, position.line + 1);
      const word = wordAt(row, position);
      if (!word) return null;
      const found =
        (located && aboutHere(word, position, row, located, workspace)) ??
        aboutHandler(word.text, spot.file, workspace);
      if (found === null) return null;
      return hoverOf(paragraphsOf(found, abilities.isOurs).join('\n\n'), word.range);
    }),
  );
}

/** Nothing is started for a hover over code that we have nothing to do with. */
async function spotOf(uri: string, { workspace }: Server) {
  return workspace.sessions.length === 0 && (await workspace.answer(uri)) === null
    ? null
    : workspace.spot(uri);
}

/** A hover before it is put together. */
interface Told {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** What can be priced, simulated, and walked along. */
  readonly paying?: { readonly of: OpsReference; readonly paths: readonly ExitPath[] };
}

/** What it is, what it costs and where to go from here comes first: editors show some lines only. */
function paragraphsOf({ title, paragraphs, paying }: Told, isOurs: boolean): readonly string[] {
  const price = paying ? priceWords(paying.paths) : null;
  const line = [...(price === null ? [] : [price]), ...(paying && isOurs ? linksTo(paying.of) : [])];
  return [
    title,
    ...(line.length > 0 ? [line.join(' · ')] : []),
    ...paragraphs,
    ...(price === null ? [] : [`*Estimates assume: ${PRICE_ASSUMPTIONS}.*`]),
  ];
}

interface Word {
  readonly text: string;
  readonly range: Range;
}

function wordAt(row: string, { line, character }: Position): Word | null {
  for (const { 0: text, index } of row.matchAll(/[A-Za-z_]\w*/g)) {
    if (index <= character && character <= index + text.length) {
      const range = { start: { line, character: index }, end: { line, character: index + text.length } };
      return { text, range };
    }
  }
  return null;
}

/** Only our own extension trusts links that run commands. */
function linksTo(ops: OpsReference): readonly string[] {
  const given: OpsArguments = [ops];
  const link = (title: string, command: string): string =>
    `[${title}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`;
  return [link('Preview dismantle cost', SIMULATE_COMMAND), link('Show exit path', SHOW_EXIT_PATH_COMMAND)];
}

const hoverOf = (value: string, range: Range): Hover => ({
  contents: { kind: MarkupKind.Markdown, value },
  range,
});

function aboutHere(
  { text, range }: Word,
  { line }: Position,
  row: string,
  located: Located,
  workspace: Workspace,
): Told | null {
  const { answer, session, file } = located;
  const ops = answer.ops.find(known => known.name === text);
  if (ops) return opsTold(ops, located, workspace.uriOf(session, file));
  const isMember = /\.\s*$/.test(row.slice(0, range.start.character));
  if (!isMember || !isSlot(text)) return null;
  const isNear = (at: number): boolean => Math.abs(at - line) <= 1;
  for (const own of answer.ops) {
    const path = own.exitPaths.find(each => each.slot === text && isNear(each.range.start.line - 1));
    if (path)
      return slotTold(text, answer.slots, handlerTold(path, own, answer, workspace.uriOf(session, file)));
  }
  const isWritten = answer.facts?.ops.some(({ members }) =>
    members.some(({ member, valueAt }) => member === text && isNear(valueAt.line)),
  );
  return isWritten ? slotTold(text, answer.slots) : null;
}

/** Handlers are known by name wherever they are defined, as long as their ops is open or was scanned. */
function aboutHandler(word: string, file: string, workspace: Workspace): Told | null {
  for (const { session, answers } of workspace.known()) {
    for (const answer of answers) {
      for (const ops of answer.ops) {
        for (const path of ops.exitPaths) {
          if (path.handler !== word || (ops.file !== file && path.definition?.file !== file)) continue;
          return handlerTold(path, ops, answer, workspace.uriOf(session, ops.file));
        }
      }
    }
  }
  return null;
}

function opsTold(ops: Ops, { answer }: Located, uri: string): Told {
  const paths = ops.exitPaths.filter(({ slot }) => slot !== 'init');
  return {
    title: `**\`${ops.name}\`**: ${opsWords(ops)}`,
    paying: { of: { uri, ops: ops.name }, paths },
    paragraphs: [
      ...paths.map(({ slot, handler, effects }) =>
        [
          `\`.${slot}\` = \`${handler}\``,
          effects.length === 0 ? 'nothing counted' : effectList(effects),
        ].join('\n\n'),
      ),
      ...adviceOf(answer.findings.filter(finding => finding.ops === ops.name)),
      slotsLine(answer.slots),
    ],
  };
}

function handlerTold(path: ExitPath, ops: Ops, { findings, slots }: FileAnswer, uri: string): Told {
  const { handler, slot, definition, effects } = path;
  return {
    title: `**\`${handler}\`**, \`.${slot}\` of \`${ops.name}\`: ${callsOf(slot)}`,
    paying: { of: { uri, ops: ops.name }, paths: [path] },
    paragraphs: [
      definition === null
        ? 'Its definition was not found: a macro may make it, or its file is not in the tree.'
        : effects.length === 0
          ? 'It pays nothing that is counted.'
          : effectList(effects),
      ...adviceOf(findings.filter(finding => finding.ops === ops.name && finding.slot === slot)),
      slotsLine(slots),
    ],
  };
}

/** @param handler what is told of the handler in this slot */
const slotTold = (slot: SlotName, slots: OfferedSlots, handler?: Told): Told => ({
  ...handler,
  title: `**\`.${slot}\`**: ${callsOf(slot)}`,
  paragraphs: [
    ...(slots.slots.includes(slot) ? [] : [`This tree does not have \`.${slot}\`, or never calls it.`]),
    ...(handler?.paragraphs ?? [slotsLine(slots)]),
  ],
});

const callsOf = (slot: SlotName): string =>
  `called once per ${SLOT_CALLS[slot] === 'net' ? 'netns' : 'batch'}${RTNL_SLOTS.has(slot) ? ', with RTNL held by the core' : ''}`;

const FROM: Readonly<Record<OfferedSlots['source'], string>> = {
  tree: "This tree's slots",
  configuration: 'Slots, as configured',
  default: 'Slots assumed without a kernel tree',
};

const slotsLine = ({ slots, source }: OfferedSlots): string =>
  `${FROM[source]}: ${slots.map(slot => `\`.${slot}\``).join(', ')}`;

/** The way out is what the findings say: it knows the tree. */
const adviceOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ code, message }) => `→ ${message} (${code})`);

function effectList(effects: readonly Effect[]): string {
  const shown = [...effects].sort((a, b) => a.depth - b.depth).slice(0, MOST_EFFECTS);
  const lines = shown.map(effect => {
    const doubt = effect.confidence === 'high' ? '' : `, ${effect.confidence} confidence`;
    const last = effect.path.at(-1);
    const where = effect.depth > 1 || !last ? `: ${wayWords(effect)}` : ` at ${placeWords(last)}`;
    return `- ${effectWords(effect)}${doubt}${where}`;
  });
  const more = effects.length - shown.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
