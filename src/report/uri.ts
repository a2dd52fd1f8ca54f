/** A path relative to the tree root as a relative URI reference (RFC 3986): `a b/c:d.c` becomes `a%20b/c%3Ad.c`. */
export const relativeUri = (file: string): string => file.split('/').map(escapeSegment).join('/');

/**
 * An absolute folder as a `file:` URL that relative URIs can be appended to, so with `/` at its end. Knows POSIX paths,
 * Windows drives (`C:\linux`) and shares (`\\server\linux`).
 */
export const folderUrl = (folder: string): string => {
  const windows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder);
  const path = (windows ? folder.replaceAll('\\', '/') : folder).replace(/\/+$/, '');
  const [first = '', ...rest] = path.split('/');
  if (windows && first === '') return `file:${[first, ...rest].map(escapeSegment).join('/')}/`;
  const root = windows ? `/${first}` : escapeSegment(first);
  return `file://${[root, ...rest.map(escapeSegment)].join('/')}/`;
};

/** A lone surrogate has no UTF-8; the replacement character has. */
const escapeSegment = (segment: string): string =>
  encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/['()*!]/g, escapeByte);

/** encodeURIComponent leaves these as they are; they are legal, but viewers stumble over them inside Markdown links. */
const escapeByte = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
