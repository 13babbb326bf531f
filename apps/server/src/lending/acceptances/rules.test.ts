import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawPng, pngChunk } from '../../../test/png.ts'
import { readSignature } from './rules.ts'

const url = (file: Buffer) => `data:image/png;base64,${file.toString('base64')}`
const side = 8
const clear = [0, 0, 0, 0]
const white = [255, 255, 255, 255]
const black = [0, 0, 0, 255]

/** A picture of one colour with one pixel of another. */
const dot = (ground: number[], ink: number[]) => (index: number) => (index === 30 ? ink : ground)

describe('a signature', () => {
  test.each([
    ['black on clear', 6, dot(clear, black)],
    ['white on clear, as a dark screen draws it', 6, dot(clear, white)],
    ['black on white', 6, dot(white, black)],
    ['RGB', 2, dot([255, 255, 255], [20, 20, 120])],
    ['gray', 0, dot([255], [0])],
    ['gray with alpha', 4, dot([0, 0], [0, 255])],
  ])('accepts a picture with ink: %s', (_, colour, pixel) => {
    const file = drawPng({ width: side, height: side, colour, pixel })
    expect(readSignature(url(file)).equals(file)).toBe(true)
  })

  test.each([0, 1, 2, 3, 4])('reads row filter %i', (filter) => {
    const file = drawPng({ width: side, height: side, colour: 6, pixel: dot(clear, black), filter })
    expect(readSignature(url(file)).equals(file)).toBe(true)
    const blank = drawPng({ width: side, height: side, colour: 6, pixel: () => white, filter })
    expect(() => readSignature(url(blank))).toThrow('signature.empty')
  })

  test('reads a palette with its transparency', () => {
    const pixel = (index: number) => [index === 30 ? 1 : 0]
    const look = { width: side, height: side, colour: 3, pixel, palette: [255, 255, 255, 0, 0, 80] }
    expect(readSignature(url(drawPng(look)))).toBeInstanceOf(Buffer)
    expect(() => readSignature(url(drawPng({ ...look, pixel: () => [0] })))).toThrow('signature.empty')
  })

  test.each([
    ['all clear', 6, () => clear],
    ['all white', 6, () => white],
    ['all white, RGB', 2, () => [255, 255, 255]],
  ])('refuses a picture without ink as signature.empty: %s', (_, colour, pixel) => {
    expect(() => readSignature(url(drawPng({ width: side, height: side, colour, pixel })))).toThrow(
      'signature.empty',
    )
  })

  const good = drawPng({ width: side, height: side, colour: 6, pixel: dot(clear, black) })
  const overlong = Buffer.concat([deflateSync(Buffer.alloc(10_000))])
  const header = (side_pixels: number) => {
    const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
    data.writeUInt32BE(side_pixels, 0)
    data.writeUInt32BE(side_pixels, 4)
    return pngChunk('IHDR', data)
  }
  const [start, first, rest] = [good.subarray(0, 8), good.subarray(8, 33), good.subarray(33)]
  const withSecondHeader = Buffer.concat([start, first, header(30_000), rest])
  const headerLast = Buffer.concat([start, rest.subarray(0, -12), header(side), rest.subarray(-12)])
  const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(200 * 1024 * 1024))])
  const withProfile = Buffer.concat([start, first, pngChunk('iCCP', profile), rest])
  const withText = Buffer.concat([start, first, pngChunk('tEXt', Buffer.from('Software\0x')), rest])
  const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024))
  const flip = (file: Buffer, at: number) => {
    const flipped = Buffer.from(file)
    flipped.writeUInt8(file.readUInt8(at) ^ 1, at)
    return flipped
  }

  test('does not inflate the text and the colour profile of a picture', () => {
    expect(readSignature(url(withText)).equals(withText)).toBe(true)
    const before = process.memoryUsage().arrayBuffers
    expect(readSignature(url(withProfile)).equals(withProfile)).toBe(true)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024)
  })

  test.each([
    ['another kind of file', Buffer.from('%PDF-1.7 not a picture')],
    ['a cut file', good.subarray(0, good.length - 20)],
    ['no pixels', drawPng({ width: 0, height: 8, colour: 6, pixel: () => clear })],
    ['over 2000 pixels wide', drawPng({ width: 2001, height: 1, colour: 6, pixel: () => black })],
    [
      'more data than its size',
      drawPng({ width: 1, height: 1, colour: 6, pixel: () => black, packed: overlong }),
    ],
    ['a wrong checksum', flip(good, good.length - 14)],
    ['a wrong checksum of its text', flip(withText, 8 + 25 + 10)],
    ['a second header, of 30,000 pixels per side', withSecondHeader],
    ['a header that comes after the pixels', headerLast],
    [
      '300 MB of zeros in 300 KB',
      drawPng({ width: 8, height: 8, colour: 6, pixel: () => black, packed: bomb }),
    ],
    ['over 300 KB', Buffer.concat([good, Buffer.alloc(300 * 1024)])],
  ])('refuses an invalid file as signature.invalid: %s', (_, file) => {
    expect(() => readSignature(url(file))).toThrow('signature.invalid')
  })
})
