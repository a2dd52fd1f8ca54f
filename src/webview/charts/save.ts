/** A picture as a file: SVG where it is drawn, PNG where it is painted, or SVG of the same where there is one. */

/** Drawings of what is painted, by the element that the canvas is in. */
const drawings = new WeakMap<HTMLElement, () => SVGSVGElement | null>();

/** Makes an SVG of what is painted in `body`, when somebody wants to save one. */
export const offerDrawing = (body: HTMLElement, draw: () => SVGSVGElement | null): void =>
  void drawings.set(body, draw);

export const hasDrawing = (body: HTMLElement): boolean => drawings.has(body);

type Image = readonly [name: string, type: string, content: string | Uint8Array<ArrayBuffer>];

/** Style properties without which a drawing looks different outside of the page. */
const PAINT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'text-anchor',
];

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The SVG that was offered for what is painted. */
export function drawingOf(body: HTMLElement, title: string): Image | null {
  const drawing = drawings.get(body)?.();
  if (!drawing) return null;
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return [`${fileName(title)}.svg`, 'image/svg+xml', drawing.outerHTML];
}

export async function imageOf(body: HTMLElement, title: string): Promise<Image | null> {
  const name = fileName(title);
  const canvas = body.querySelector('canvas');
  if (canvas) return [`${name}.png`, 'image/png', await pngOf(canvas)];
  const drawing = body.querySelector('svg');
  return drawing ? [`${name}.svg`, 'image/svg+xml', svgText(drawing)] : null;
}

function pngOf(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d')!;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) =>
    copy.toBlob(blob => {
      if (blob) blob.arrayBuffer().then(buffer => resolve(new Uint8Array(buffer)), reject);
      else reject(new Error('the canvas gave no image'));
    }, 'image/png'),
  );
}

function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const shown = drawing.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const style = getComputedStyle(shown[index]!);
    for (const property of PAINT) {
      const value = style.getPropertyValue(property);
      if (value !== '' && value !== 'none') element.setAttribute(property, value);
      else if (property === 'fill' && value === 'none') element.setAttribute('fill', 'none');
    }
    element.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%' }))
    background.setAttribute(name, value);
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(background);
  return copy.outerHTML;
}
