import { crc32, deflateSync } from 'node:zlib'
import type { Random } from './random.ts'

const width = 480
const height = 160

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function encodeGray(pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * width, (y + 1) * width)]),
  )
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function dot(pixels: Uint8Array, x: number, y: number) {
  for (let dy = -1; dy <= 1; dy += 1) {
    for (let dx = -1; dx <= 1; dx += 1) {
      const [column, row] = [Math.round(x) + dx, Math.round(y) + dy]
      if (column >= 0 && column < width && row >= 0 && row < height) pixels[row * width + column] = 25
    }
  }
}

/** A drawn signature, as the worker app's canvas sends it: a PNG data URL. */
export function drawSignature(random: Random): string {
  const pixels = new Uint8Array(width * height).fill(255)
  const [waves, lean, reach] = [random.between(5, 9), random.between(12, 34), random.between(30, 52)]
  for (let step = 0; step < 2400; step += 1) {
    const turn = step / 2400
    const loop = Math.sin(turn * waves * Math.PI * 2) * reach * (1 - turn * 0.55)
    const x = 40 + turn * 390 + Math.cos(turn * waves * Math.PI * 2) * lean
    dot(pixels, x, 84 + loop + Math.sin(turn * 5) * 12)
  }
  return `data:image/png;base64,${encodeGray(pixels).toString('base64')}`
}
