// Draws badges.
import {attributes, xmlText} from '../../base/text/xml.ts';

/** What a badge says. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: keyof typeof colors;
}

const colors = {brightgreen: '#2c7a1f', red: '#b3261e', orange: '#9a5b00', lightgrey: '#5f5f5f'} as const;

/** Draws a badge as an SVG that needs no font file, no script and no network. */
export function drawBadge({label, message, color}: Badge): string {
  const left = widthOf(label);
  const right = widthOf(message);
  const title = xmlText(`${label}: ${message}`);
  const text = (middle: number, words: string): string =>
    `    <text${attributes({x: middle, y: 14})}>${xmlText(words)}</text>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${attributes({xmlns: 'http://www.w3.org/2000/svg', width: left + right, height: 20, role: 'img', 'aria-label': `${label}: ${message}`})}>`,
    `  <title>${title}</title>`,
    `  <rect${attributes({width: left, height: 20, fill: '#3d3d3d'})}/>`,
    `  <rect${attributes({x: left, width: right, height: 20, fill: colors[color]})}/>`,
    `  <g${attributes({fill: '#fff', 'text-anchor': 'middle', 'font-family': 'Verdana, DejaVu Sans, sans-serif', 'font-size': 11})}>`,
    text(left / 2, label),
    text(left + right / 2, message),
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Verdana at 11 px is about 6.6 px a character; too wide looks better than cut. */
function widthOf(text: string): number {
  return Math.ceil(text.length * 6.8) + 12;
}
