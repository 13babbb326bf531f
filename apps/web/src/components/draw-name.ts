import { tokens } from './tokens.ts'

const size = { width: 1200, height: 360 }
const margin_px = 60
const largest_px = 160

/** Draws a name as a PNG data URL, dark on transparent, as the signature pad returns a signature; null without a canvas. */
export function drawName(name: string): string | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const setFont = (px: number) => {
    pen.font = `italic 500 ${px}px 'Figtree Variable', system-ui, sans-serif`
  }
  setFont(largest_px)
  const width = pen.measureText(name).width
  setFont(Math.min(largest_px, (largest_px * (size.width - 2 * margin_px)) / Math.max(1, width)))
  pen.fillStyle = tokens.light.ink
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(name, size.width / 2, size.height / 2)
  return canvas.toDataURL('image/png')
}
