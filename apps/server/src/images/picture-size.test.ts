import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngChunk } from '../../test/png.ts'
import { readPicture } from './picture-size.ts'

const uint16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]))
const size32 = (value: number) => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24]

function png(width: number, height: number): Buffer {
  const header = Buffer.concat([uint16(0, width, 0, height), Buffer.from([8, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const frame = (width: number, height: number) =>
  Buffer.concat([Buffer.from([0xff, 0xc2, 0, 11, 8]), uint16(height, width), Buffer.from([1, 1, 0x11, 0])])
const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 1, 2, 3])
/** A JPEG with a small frame before the one of this size. */
const jpeg = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame(1, 1),
    frame(width, height),
    scan,
    Buffer.from([0xff, 0xd9]),
  ])

function webp(kind: string, data: number[]): Buffer {
  const chunk = Buffer.from([...Buffer.from(kind), ...size32(data.length), ...data])
  return Buffer.from([...Buffer.from('RIFF'), ...size32(chunk.length + 4), ...Buffer.from('WEBP'), ...chunk])
}
const canvas = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, ...size32(width - 1).slice(0, 3), ...size32(height - 1).slice(0, 3)])
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...size32(width).slice(0, 2), ...size32(height).slice(0, 2)])
const lossless = (width: number, height: number) =>
  webp('VP8L', [0x2f, ...size32(((height - 1) << 14) | (width - 1)), 0, 0, 0, 0, 0])

const formats = {
  PNG: png,
  JPEG: jpeg,
  'WebP canvas': canvas,
  'lossy WebP': lossy,
  'lossless WebP': lossless,
}

test.each(Object.entries(formats))('a %s of 50 million pixels is read, one of more is refused', (_, make) => {
  expect(readPicture(make(10_000, 5_000))).toMatchObject({ type: expect.stringContaining('image/') })
  expect(() => readPicture(make(10_000, 5_001))).toThrow(
    expect.objectContaining({ status: 422, code: 'picture.oversized' }),
  )
})

test('refuses a lossless WebP of 28 bytes and 268 million pixels with 422', () => {
  const file = webp('VP8L', [0x2f, ...size32((16_382 << 14) | 16_382), 0, 0, 0])
  expect(file.length).toBe(28)
  expect(() => readPicture(file)).toThrow(expect.objectContaining({ code: 'picture.oversized' }))
})

test('does not read a picture whose header states no height, or that has no header of its size', () => {
  expect(readPicture(jpeg(10_000, 0))).toBe(null)
  expect(readPicture(Buffer.concat([Buffer.from([0xff, 0xd8]), scan, Buffer.from([0xff, 0xd9])]))).toBe(null)
  expect(readPicture(webp('VP8X', [0, 0]))).toBe(null)
})

test('refuses a picture above the limit of its caller', () => {
  expect(readPicture(png(100, 100), 10_000)).toMatchObject({ type: 'image/png' })
  expect(() => readPicture(png(100, 101), 10_000)).toThrow(
    expect.objectContaining({ code: 'picture.oversized' }),
  )
})

test('a picture without a header of its size, or cut inside it, is not a picture that throws', () => {
  for (const make of Object.values(formats)) {
    const whole = make(10, 10)
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readPicture(whole.subarray(0, length))).not.toThrow()
  }
})
