import type {
  AnnotatedTextEdit,
  ChangeAnnotation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileEdit } from '../../core/text';
import type { ActionRequest } from './index';

const ASKED = 'asked';

/** @param question what a person must answer before the edit is applied, if the editor can ask */
export function workspaceEdit(
  edits: readonly FileEdit[],
  { located: { session }, server: { workspace, abilities } }: ActionRequest,
  question: Pick<ChangeAnnotation, 'label' | 'description'> | null,
): WorkspaceEdit {
  const documentChanges = edits.map(({ file, edits: own }) => {
    const uri = workspace.uriOf(session, file);
    const open = workspace.documents.get(uri);
    const document = open ?? TextDocument.create(uri, 'c', 0, session.textOf(file) ?? '');
    return {
      textDocument: { uri, version: open?.version ?? null },
      edits: own.map(({ start, end, text }): TextEdit | AnnotatedTextEdit => ({
        range: { start: document.positionAt(start), end: document.positionAt(end) },
        newText: text,
        ...(question && { annotationId: ASKED }),
      })),
    };
  });
  if (!abilities.versionedEdits) {
    return {
      changes: Object.fromEntries(
        documentChanges.map(({ textDocument, edits: own }) => [textDocument.uri, own]),
      ),
    };
  }
  if (!question) return { documentChanges };
  return { documentChanges, changeAnnotations: { [ASKED]: { ...question, needsConfirmation: true } } };
}
