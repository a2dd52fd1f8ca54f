import type uPlot from 'uplot';

/** Points of one piece. */
const PIECE = 10;

interface Line {
  readonly stroke: string;
  /** Pixels of the page. */
  readonly width: number;
}

/**
 * Strokes the line of a series in pieces: what a canvas takes for a jagged line that is wider than a hairline grows faster
 * than the number of its points, and a backlog that has settled is jagged all along.
 */
export function strokeInPieces(plot: uPlot, index: number, { stroke, width }: Line): void {
  const { ctx, bbox, data } = plot;
  const values = data[index]!;
  const points: (readonly [x: number, y: number])[] = [];
  data[0].forEach((x, at) => {
    const value = values[at];
    // on whole pixels, as uPlot has them: ends of pieces do not show on a level line
    if (typeof value === 'number')
      points.push([Math.round(plot.valToPos(x, 'x', true)), Math.round(plot.valToPos(value, 'y', true))]);
  });
  ctx.save();
  ctx.beginPath();
  const wide = width * devicePixelRatio;
  // half of a line at the edge of the plot is outside of it
  ctx.rect(bbox.left - wide, bbox.top - wide, bbox.width + 2 * wide, bbox.height + 2 * wide);
  ctx.clip();
  ctx.lineWidth = wide;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash([]);
  ctx.strokeStyle = stroke;
  for (let first = 0; first + 1 < points.length; first += PIECE) {
    ctx.beginPath();
    for (const [x, y] of points.slice(first, first + PIECE + 1)) ctx.lineTo(x, y);
    ctx.stroke();
  }
  ctx.restore();
}
