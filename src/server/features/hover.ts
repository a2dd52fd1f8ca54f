import { type Hover, MarkupKind, type Position, type Range } from 'vscode-languageserver/node';
import { isSlot, RTNL_SLOTS, SLOT_CALLS, type SlotName } from '../../core/kernel';
import type { Effect, ExitPath, Ops } from '../../core/project';
import type { Finding } from '../../core/rules';
import type { OfferedSlots } from '../../host/tree-facts';
import { guarded, type Server } from '../server';
import { named, often, placeOf, shortSum, wayOf } from '../words';
import type { Located, Workspace } from '../workspace';

/** Effects shown of one handler; the rest is counted. */
const MOST_EFFECTS = 8;

/** What an ops, a slot or a handler pays, on which paths, and which slots the tree has. */
export function register(server: Server): void {
  const { connection, workspace } = server;
  connection.onHover(
    guarded(server, 'hover', null, async ({ textDocument: { uri }, position }, token) => {
      const spot = await spotOf(uri, server);
      if (!spot) return null;
      const located = await workspace.answer(uri, token);
      const row = spot.session.lineOf(spot.file, position.line + 1);
      const word = wordAt(row, position);
      if (!word) return null;
      const text =
        (located && aboutHere(word, position, located, row)) ?? aboutHandler(word.text, spot.file, workspace);
      return text === null ? null : hoverOf(text, word.range);
    }),
  );
}

/** Nothing is started for a hover over code that we have nothing to do with. */
async function spotOf(uri: string, { workspace }: Server) {
  return workspace.sessions.length === 0 && (await workspace.answer(uri)) === null
    ? null
    : workspace.spot(uri);
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

const hoverOf = (value: string, range: Range): Hover => ({
  contents: { kind: MarkupKind.Markdown, value },
  range,
});

function aboutHere({ text, range }: Word, { line }: Position, located: Located, row: string): string | null {
  const { answer } = located;
  const ops = answer.ops.find(known => known.name === text);
  if (ops) return opsText(ops, located);
  const isMember = /\.\s*$/.test(row.slice(0, range.start.character));
  if (isMember && isSlot(text)) {
    const inside = answer.ops
      .flatMap(known => known.exitPaths)
      .find(path => path.slot === text && Math.abs(path.range.start.line - 1 - line) <= 1);
    if (
      inside ||
      answer.facts?.ops.some(known =>
        known.members.some(member => member.member === text && Math.abs(member.valueAt.line - line) <= 1),
      )
    )
      return slotText(text, answer.slots);
  }
  return null;
}

/** Handlers are known by name wherever they are defined, as long as their ops is open or was scanned. */
function aboutHandler(word: string, file: string, workspace: Workspace): string | null {
  for (const { session, answers } of workspace.known()) {
    for (const answer of answers) {
      for (const ops of answer.ops) {
        for (const path of ops.exitPaths) {
          if (path.handler !== word || (ops.file !== file && path.definition?.file !== file)) continue;
          return handlerText(path, ops, answer.findings, answer.slots, session.treeRoot !== null);
        }
      }
    }
  }
  return null;
}

function opsText(ops: Ops, { answer }: Located): string {
  const paths = ops.exitPaths
    .filter(({ slot }) => slot !== 'init')
    .map(path => {
      const sum = path.effects.length === 0 ? 'nothing counted' : effectList(path.effects);
      return `\`.${path.slot}\` = \`${path.handler}\`\n${path.effects.length === 0 ? `\n${sum}` : sum}`;
    });
  return [
    `**\`${ops.name}\`**: ${shortSum(ops)}`,
    ...paths,
    ...adviceOf(answer.findings.filter(finding => finding.ops === ops.name)),
    slotsLine(answer.slots),
  ].join('\n\n');
}

function handlerText(
  path: ExitPath,
  ops: Ops,
  findings: readonly Finding[],
  slots: OfferedSlots,
  _tree: boolean,
): string {
  return [
    `**\`${path.handler}\`**, \`.${path.slot}\` of \`${ops.name}\`: ${callsOf(path.slot)}`,
    path.definition === null
      ? 'Its definition was not found: a macro may make it, or its file is not in the tree.'
      : path.effects.length === 0
        ? 'It pays nothing that is counted.'
        : effectList(path.effects).trim(),
    ...adviceOf(findings.filter(({ ops: of, slot }) => of === ops.name && slot === path.slot)),
    slotsLine(slots),
  ].join('\n\n');
}

const slotText = (slot: SlotName, slots: OfferedSlots): string =>
  [
    `**\`.${slot}\`**: ${callsOf(slot)}`,
    ...(slots.slots.includes(slot) ? [] : [`This tree does not have \`.${slot}\`, or never calls it.`]),
    slotsLine(slots),
  ].join('\n\n');

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
    const where = effect.depth > 1 || !last ? `: ${wayOf(effect)}` : ` at ${placeOf(last)}`;
    return `- ${named(effect.kind)} ${often(effect)}${effect.conditional ? ', conditionally' : ''}${doubt}${where}`;
  });
  const more = effects.length - shown.length;
  return `\n${[...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')}`;
}
