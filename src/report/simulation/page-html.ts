/** Script and style sheet of the page: what the policy allows, and the elements that bring them. */
interface Allowed {
  /** A source of the policy: a hash, a nonce, an address. */
  readonly source: string;
  readonly element: string;
}

interface PageHtml {
  readonly title: string;
  readonly language: string;
  readonly script: Allowed;
  readonly style: Allowed;
  /** Elements before the script. */
  readonly data?: string;
}

/** The skeleton of the simulation page, for a panel and for a file: nothing runs but its script, and nothing is loaded. */
export const pageHtml = ({ title, language, script, style, data = '' }: PageHtml): string => `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${[
  "default-src 'none'",
  `script-src ${script.source}`,
  `style-src ${style.source}`,
  'worker-src blob:',
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${style.element}
</head>
<body>
${data}${script.element}
</body>
</html>
`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!);
