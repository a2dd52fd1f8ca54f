/**
 * Takes the walkthrough's pictures from the last `npm run test:e2e` into media/walkthrough, in at most 256 colours:
 * a quarter of the size, and no difference to be seen in a picture of text.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const taken = join(root, '.cache/e2e/4.139.1');
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

for (const file of readdirSync(taken).filter(name => name.startsWith('walkthrough-'))) {
  const picture = decode(readFileSync(join(taken, file)));
  const small = encode(picture, palette(picture.pixels));
  writeFileSync(join(root, 'media/walkthrough', file.replace('walkthrough-', '')), small);
  console.log(`${file}: ${small.length} bytes`);
}

/** Pixels as 0xRRGGBB of a PNG with 8 bits a channel, not interlaced: what Chromium writes. */
function decode(png) {
  const chunks = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push([
      png.toString('latin1', at + 4, at + 8),
      png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    ]);
  const header = chunks[0][1];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[header[9]];
  const raw = inflateSync(
    Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, bytes]) => bytes)),
  );
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : bytes[y * stride + x - channels];
      const up = y === 0 ? 0 : bytes[(y - 1) * stride + x];
      const corner = x < channels || y === 0 ? 0 : bytes[(y - 1) * stride + x - channels];
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      bytes[y * stride + x] = raw[y * (stride + 1) + 1 + x] + predicted;
    }
  }
  const pixels = Array.from({ length: width * height }, (_, i) => bytes.readUIntBE(i * channels, 3));
  return { width, height, pixels };
}

function paeth(a, b, c) {
  const [da, db, dc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (da <= db && da <= dc) return a;
  return db <= dc ? b : c;
}

/** The 256 commonest colours. */
function palette(pixels) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([colour]) => colour);
}

function encode({ width, height, pixels }, colours) {
  const indexOf = new Map(colours.map((colour, index) => [colour, index]));
  const nearest = pixel => {
    const known = indexOf.get(pixel);
    if (known !== undefined) return known;
    const distances = colours.map(colour => distance(colour, pixel));
    const index = distances.indexOf(Math.min(...distances));
    indexOf.set(pixel, index);
    return index;
  };
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, i) => {
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = nearest(pixel);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(colours.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const parts = [
    ['IHDR', header],
    ['PLTE', table],
    ['IDAT', deflateSync(rows, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([SIGNATURE, ...parts.map(([type, bytes]) => chunk(type, bytes))]);
}

function chunk(type, bytes) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function distance(a, b) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);
}
